import type { Notification } from '@daymark/contract/notifications/notification'
import type { NotificationActions } from './use-notifications.ts'

export interface PushAction {
  action: string
  id: string
}

const SNOOZE_MINUTES = 10
/**
 * The number of recent notifications to search. Users react to a push notification soon, so it is usually among them.
 */
export const MOST_RECENT = 100

export function runPushAction(
  { action, id }: PushAction,
  items: readonly Notification[],
  actions: NotificationActions,
): void {
  const notification = items.find(each => each.id === id)
  if (!notification) return
  if (action === 'done') actions.complete(notification)
  else if (action === 'snooze') actions.snooze(notification, SNOOZE_MINUTES)
  else if (action === 'start') actions.startTimer(notification)
  else if (action === 'stop') actions.stopTimer(notification)
  else if (action === 'stop_planned' && notification.planned_end !== null)
    actions.stopTimerAt(notification, notification.planned_end)
  else actions.markRead(notification, true)
}
