import type { RequestTx } from '../../platform/changes/request-tx.ts'
import { cancel, enqueue } from '../../platform/jobs/enqueue.ts'
import { notFound } from '../../platform/kernel/errors.ts'
import type { UnitOfWork } from '../../platform/storage/unit-of-work.ts'
import type { Notification } from './notification.ts'
import { SNOOZE_JOB } from './snooze.ts'
import { notificationStore } from './store.ts'

const KEPT_MS = 90 * 86_400_000
const MINUTE_MS = 60_000

/** Does nothing if `read` is undefined. */
export const markRead = (tx: RequestTx, id: string, read: boolean | undefined): Promise<Notification> =>
  change(tx, id, read === undefined ? undefined : { read, snoozed_until: null })

export const snooze = (tx: RequestTx, id: string, minutes: number): Promise<Notification> =>
  change(tx, id, { read: true, snoozed_until: tx.now + minutes * MINUTE_MS })

async function change(
  tx: RequestTx,
  id: string,
  wanted: Partial<Notification> | undefined,
): Promise<Notification> {
  const { actor, now } = tx
  const before = await notificationStore(tx).find(id)
  // Answers the same for missing notifications and other people's, so that nobody can find out which ids exist.
  if (before?.owner_id !== actor.id) throw notFound('Notification not found.')
  if (wanted === undefined) return before
  const changes = { ...wanted, updated_at: now }
  await notificationStore(tx).update(id, changes)
  if (changes.snoozed_until) {
    const run_at = changes.snoozed_until
    await enqueue(tx, { kind: SNOOZE_JOB, key: id, run_at, owner_id: actor.id }, now)
  } else if (before.snoozed_until !== null) await cancel(tx, SNOOZE_JOB, id)
  return { ...before, ...changes }
}

/** Deletes old notifications in steps and returns their number. */
export async function pruneNotifications(uow: UnitOfWork, now: number): Promise<number> {
  for (let total = 0; ; ) {
    const count = await uow.write([], tx => notificationStore(tx).prune(now - KEPT_MS))
    if (count === 0) return total
    total += count
  }
}
