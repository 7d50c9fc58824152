// Filters out notifications that became outdated while they waited, for example during a snooze or quiet hours.
import type { Db } from '../../platform/storage/unit-of-work.ts'
import type { Notification } from './notification.ts'
import { notificationStore } from './store.ts'

export async function currentOnes(
  db: Db,
  notifications: readonly Notification[],
): Promise<readonly Notification[]> {
  const outdated = await notificationStore(db).outdated(notifications.map(({ id }) => id))
  return notifications.filter(({ id }) => !outdated.has(id))
}

export const isCurrent = async (db: Db, notification: Notification): Promise<boolean> =>
  (await currentOnes(db, [notification])).length > 0
