import { newId } from '@daymark/client/random-id'
import type { Notification } from '@daymark/contract/notifications/notification'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTexts } from '../session/language.tsx'
import { useClient } from '../session/provider.tsx'
import { FOLLOWED } from '../session/storage/followed.ts'
import { timezone } from '../session/storage/preferences.ts'
import { useAction } from '../sync/use-write.ts'
import { useStart, useTimerControl } from '../timers/live/control.ts'
import { useActiveTimers } from '../timers/live/live.tsx'
import { notificationTexts } from './texts.ts'

const PAGE = 50
/** Limits the number of unread notifications to load. The badge shows 100 or more as "99+". */
const MOST_COUNTED = 100

export function useNotificationPages() {
  const client = useClient()
  return useInfiniteQuery({
    queryKey: ['notifications', 'pages', timezone()],
    queryFn: async ({ pageParam }) => {
      const items = await client.notifications.list({
        query: { limit: PAGE, timezone: timezone(), ...(pageParam !== '' && { cursor: pageParam }) },
      })
      return { items, next: nextOf(items) }
    },
    initialPageParam: '',
    getNextPageParam: page => page.next,
  })
}

/** Returns the cursor after the last item of a full page, in the server's format; undefined if the page is not full. */
function nextOf(items: readonly Notification[]): string | undefined {
  const last = items.at(-1)
  if (!last || items.length < PAGE) return undefined
  return btoa(JSON.stringify([Date.parse(last.sent_at), last.id])).replace(/=+$/, '')
}

/** Counts unread notifications, up to 100. */
export function useUnreadCount(): number {
  const client = useClient()
  const { data } = useQuery({
    ...FOLLOWED,
    queryKey: ['notifications', 'unread'],
    queryFn: () => client.notifications.list({ query: { unread: true, limit: MOST_COUNTED } }),
  })
  return data?.filter(({ read }) => !read).length ?? 0
}

export interface NotificationActions {
  markRead(notification: Notification, read: boolean): void
  readAll(): void
  snooze(notification: Notification, minutes: number): void
  /** Completes the notification's item. */
  complete(notification: Notification): void
  startTimer(notification: Notification): void
  stopTimer(notification: Notification): void
  /** Ends a forgotten timer at an earlier time. */
  stopTimerAt(notification: Notification, end: string): void
  /** Splits a forgotten timer. The second timer contains the time since `at` and keeps running. */
  splitTimer(notification: Notification, at: string): void
}

const TIMER_SECONDS = 25 * 60

export function useNotificationActions(): NotificationActions {
  const t = useTexts(notificationTexts)
  const client = useClient()
  const act = useAction()
  const start = useStart()
  const control = useTimerControl()
  const active = useActiveTimers()
  return useMemo(() => {
    const markRead = ({ id }: Notification, read: boolean) =>
      act(live =>
        live.write(client.notifications.update, { params: { notification_id: id }, body: { read } }),
      )
    return {
      markRead,
      readAll: () => act(live => live.write(client.notifications.readAll, {})),
      snooze: ({ id }, minutes) =>
        act(
          live =>
            live.write(client.notifications.snooze, { params: { notification_id: id }, body: { minutes } }),
          t.snoozed(minutes),
        ),
      complete: notification => {
        const { resource_kind, resource_id, instance_start, title } = notification
        if (resource_id === null) return
        act(
          live =>
            resource_kind === 'todo'
              ? live.write(client.todos.update, {
                  params: { todo_id: resource_id },
                  body: { status: 'DONE' },
                })
              : live.write(client.schedules.update, {
                  params: { schedule_id: resource_id },
                  ...(instance_start !== null && {
                    query: { instance_start, apply_to: 'this' as const, timezone: timezone() },
                  }),
                  body: { state: 'COMPLETED' },
                }),
          t.doneSaid(title),
        )
        markRead(notification, true)
      },
      startTimer: notification => {
        const { resource_kind, resource_id, title } = notification
        start({
          title,
          allocated_duration: TIMER_SECONDS,
          ...(resource_kind === 'todo' && resource_id !== null && { todo_id: resource_id }),
          ...(resource_kind === 'schedule' && resource_id !== null && { schedule_id: resource_id }),
        })
        markRead(notification, true)
      },
      stopTimer: notification => {
        const timer_id = notification.resource_id
        const timer = active.find(({ id }) => id === timer_id)
        if (timer) control.stop(timer)
        // The timers may not have loaded yet. The server marks the notification as read when its timer ends, so an
        // unread one usually means that the timer is still active.
        else if (timer_id !== null && !notification.read)
          act(live => live.outbox.command('timer.stop', { timer_id }))
        markRead(notification, true)
      },
      stopTimerAt: (notification, end) => {
        const timer_id = notification.resource_id
        if (timer_id === null) return
        const body = { end }
        act(live => live.write(client.timers.trim, { params: { timer_id }, body }), t.stopped)
        markRead(notification, true)
      },
      splitTimer: (notification, at) => {
        const timer_id = notification.resource_id
        if (timer_id === null) return
        const id = newId()
        act(live => {
          // Pauses and resumes at the same time, so that no time is lost in between.
          const now = new Date(Math.floor(live.serverNow())).toISOString()
          return [
            live.outbox.command('timer.pause', { timer_id, at: now }),
            live.write(client.timers.split, { params: { timer_id }, body: { at, id } }),
            live.outbox.command('timer.resume', { timer_id: id, at: now }),
          ]
        }, t.split)
        markRead(notification, true)
      },
    }
  }, [act, active, client, control, start, t])
}
