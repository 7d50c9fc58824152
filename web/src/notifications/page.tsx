import { useEffect, useRef } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { Button } from '../design/button.tsx'
import { Missing } from '../design/settled.tsx'
import { Empty, Skeleton } from '../design/states.tsx'
import { useTexts } from '../session/language.tsx'
import { useClient } from '../session/provider.tsx'
import { shellTexts } from '../shell/texts.ts'
import { useLiveState } from '../sync/context.ts'
import { useTimersKnown } from '../timers/live/live.tsx'
import { NotificationItem } from './item.tsx'
import { MOST_RECENT, runPushAction } from './push-action.ts'
import { notificationTexts } from './texts.ts'
import {
  type NotificationActions,
  useNotificationActions,
  useNotificationPages,
} from './use-notifications.ts'
import './notifications.css'

export default function Notifications() {
  const shell = useTexts(shellTexts)
  const t = useTexts(notificationTexts)
  const query = useNotificationPages()
  const actions = useNotificationActions()
  const items = query.data?.pages.flatMap(page => page.items) ?? []
  usePushedAction(actions)
  return (
    <div className="page">
      <header className="row spread notifications-head">
        <div className="grow">
          <h1>{shell.pages.notifications}</h1>
          <p className="soft">{t.intro}</p>
        </div>
        {items.some(({ read }) => !read) ? <Button onClick={actions.readAll}>{t.readAll}</Button> : null}
      </header>
      <Missing query={query} skeleton={<Skeleton lines={4} height={44} />} />
      {query.data && items.length === 0 ? (
        <div className="card">
          <Empty title={t.none}>
            <p>{t.noneHint}</p>
            <Link href="/todos" className="button">
              {t.toTodos}
            </Link>
          </Empty>
        </div>
      ) : null}
      {items.length > 0 ? (
        <section className="card panel" aria-label={shell.pages.notifications}>
          <ul className="plain-list notifications">
            {items.map(notification => (
              <NotificationItem key={notification.id} notification={notification} actions={actions} />
            ))}
          </ul>
        </section>
      ) : null}
      {query.hasNextPage ? (
        <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t.older}
        </Button>
      ) : null}
    </div>
  )
}

/**
 * Runs an action that the user selected in a push notification while the app was closed. The service worker opens the
 * page with `?do=snooze&id=…`. Waits for the connection and the timers, because cached lists may lack the notification
 * or the running timer.
 */
function usePushedAction(actions: NotificationActions): void {
  const client = useClient()
  const search = useSearch()
  const [, navigate] = useLocation()
  const state = useLiveState()
  const areTimersKnown = useTimersKnown()
  const latest = useRef(actions)
  latest.current = actions
  const isReady = (state === 'live' || state === 'polling') && areTimersKnown
  useEffect(() => {
    const asked = new URLSearchParams(search)
    const action = asked.get('do')
    if (!isReady || action === null) return
    navigate('/notifications', { replace: true })
    const run = { action, id: asked.get('id') ?? '' }
    client.notifications
      .list({ query: { limit: MOST_RECENT } })
      .then(items => runPushAction(run, items, latest.current))
      // Ignores errors, because the user can still act on the notification in the list.
      .catch(() => {})
  }, [search, isReady, client, navigate])
}
