// Sends timer activity to friends' connections. Checks access once per activity, just before sending.

import type { Activity, timerActivity } from '../../../features/timers/activity/activity.ts'
import { KeyedMutex } from '../../../platform/kernel/concurrency/keyed-mutex.ts'
import type { Connections } from '../connection/hub.ts'
import { activityFrame } from './frame.ts'

interface Pending {
  activity: Activity
  readers: Map<string, Connections>
}

export interface FriendNotices {
  notify(userId: string, activity: Activity, connections: Connections): void
}

export function friendNotices(
  source: Pick<ReturnType<typeof timerActivity>, 'readers'>,
  log: { error(details: object, message: string): void },
): FriendNotices {
  const pending = new Map<string, Pending>()
  /** Keeps a person's activities in order. */
  const mutex = new KeyedMutex()

  async function send({ activity, readers }: Pending): Promise<void> {
    const allowed = await source.readers(activity)
    for (const [userId, connections] of readers) {
      const reader = allowed.get(userId)
      if (!reader) continue
      for (const connection of connections) {
        connection.send(activityFrame(activity, connection.zone, reader.maySeeTitle))
      }
    }
  }

  function flush(): void {
    const batch = [...pending.values()]
    pending.clear()
    for (const each of batch) {
      mutex
        .run(each.activity.friend_id, () => send(each))
        .catch(error => log.error({ err: error }, 'friends could not be notified'))
    }
  }

  return {
    /** Collects an activity's notices, one per friend, so that access is checked once. */
    notify(userId, activity, connections) {
      if (pending.size === 0) setImmediate(flush)
      const key = `${activity.timer_id} ${activity.action} ${activity.at}`
      const entry = pending.get(key) ?? { activity, readers: new Map() }
      pending.set(key, entry)
      entry.readers.set(userId, connections)
    },
  }
}
