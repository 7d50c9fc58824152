// Shows new notifications as toasts while the app is open, which needs no browser permission.
import type { Notification } from '@daymark/contract/notifications/notification'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { IconButton } from '../design/button.tsx'
import { Icon } from '../design/icon.tsx'
import { TopLayer } from '../design/popover/top-layer.tsx'
import { useTexts } from '../session/language.tsx'
import { useClient } from '../session/provider.tsx'
import { useSync } from '../sync/context.ts'
import { NotificationButtons, NotificationText } from './item.tsx'
import { MOST_RECENT, type PushAction, runPushAction } from './push-action.ts'
import { isNews } from './shown.ts'
import { notificationTexts } from './texts.ts'
import { useNotificationActions } from './use-notifications.ts'
import './notifications.css'

const MOST_AT_ONCE = 3

export function AnnounceNotifications() {
  const t = useTexts(notificationTexts)
  const actions = useNotificationActions()
  const { shown, close } = useNews()
  usePushMessages(shown, actions)
  // Shows no toasts on the Notifications page, because its list updates live and toasts would cover its buttons.
  const isListed = useLocation()[0].startsWith('/notifications')
  const announced = isListed ? [] : shown.slice(-MOST_AT_ONCE)
  return (
    <TopLayer className="notification-toasts">
      {announced.map(notification => (
        <div key={notification.id} className="card notification-toast">
          <div className="row spread">
            <NotificationText notification={notification} />
            <IconButton
              name={t.dismiss}
              onClick={() => {
                actions.markRead(notification, true)
                close(notification.id)
              }}
            >
              <Icon name="close" />
            </IconButton>
          </div>
          <NotificationButtons
            notification={notification}
            actions={actions}
            onAction={() => close(notification.id)}
          />
        </div>
      ))}
    </TopLayer>
  )
}

/** Collects new notifications, and removes each one once it is read, even on another device. */
function useNews() {
  const live = useSync()?.live
  const [shown, setShown] = useState<Notification[]>([])
  const close = useCallback((id: string) => setShown(all => all.filter(each => each.id !== id)), [])
  useEffect(
    () =>
      live?.on('batch', ({ changes }) => {
        for (const change of changes) {
          if (change.kind !== 'notification') continue
          const { id, resource } = change
          setShown(all => {
            const others = all.filter(each => each.id !== id)
            return resource && isNews(resource, Date.now()) ? [...others, resource] : others
          })
        }
      }),
    [live],
  )
  return { shown, close }
}

type PushMessage = Partial<PushAction> & { type?: string; path?: string }

/** While a window is open, the service worker forwards clicks on push notifications to that window. */
function usePushMessages(shown: Notification[], actions: ReturnType<typeof useNotificationActions>): void {
  const client = useClient()
  const [, navigate] = useLocation()
  const latest = useRef({ shown, actions })
  latest.current = { shown, actions }
  useEffect(() => {
    const worker = navigator.serviceWorker
    if (!worker) return
    const run = async (asked: PushAction) => {
      const isShown = latest.current.shown.some(({ id }) => id === asked.id)
      // The toast may be closed already, or this window may have been opened after the notification arrived.
      const items = isShown
        ? latest.current.shown
        : await client.notifications.list({ query: { limit: MOST_RECENT } })
      runPushAction(asked, items, latest.current.actions)
    }
    const onMessage = ({ data }: MessageEvent<PushMessage | null>) => {
      const { type, path = '/notifications', action = '', id = '' } = data ?? {}
      if (type === 'notification-open') navigate(path)
      // If the notification cannot be loaded, opens the list, where the user can try again.
      if (type === 'notification-action') run({ action, id }).catch(() => navigate('/notifications'))
    }
    worker.addEventListener('message', onMessage)
    return () => worker.removeEventListener('message', onMessage)
  }, [client, navigate])
}
