import { cancel, enqueue } from '../../platform/jobs/enqueue.ts'
import type { Actor } from '../../platform/kernel/actor.ts'
import { notFound } from '../../platform/kernel/errors.ts'
import type { Page, PageRequest } from '../../platform/kernel/page.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { Db, UnitOfWork } from '../../platform/storage/unit-of-work.ts'
import type { Notification } from './notification.ts'
import { SNOOZE_JOB } from './snooze.ts'
import { notificationStore } from './store.ts'

export type NotificationService = ReturnType<typeof notificationService>

const KEPT_MS = 90 * 86_400_000
const MINUTE_MS = 60_000

export function notificationService({ uow, clock }: { uow: UnitOfWork; clock: Clock }) {
  async function own(db: Db, actor: Actor, id: string): Promise<Notification> {
    const notification = await notificationStore(db).find(id)
    // Answers the same for missing notifications and other people's, so that nobody can find out which ids exist.
    if (notification?.owner_id !== actor.id) throw notFound('Notification not found.')
    return notification
  }

  const change = (
    actor: Actor,
    id: string,
    to: (now: number) => Partial<Notification> | undefined,
  ): Promise<Notification> =>
    uow.write([actor.id], async tx => {
      const before = await own(tx, actor, id)
      const now = clock.now()
      const wanted = to(now)
      if (wanted === undefined) return before
      const changes = { ...wanted, updated_at: now }
      await notificationStore(tx).update(id, changes)
      if (changes.snoozed_until) {
        const run_at = changes.snoozed_until
        await enqueue(tx, { kind: SNOOZE_JOB, key: id, run_at, owner_id: actor.id }, now)
      } else if (before.snoozed_until !== null) await cancel(tx, SNOOZE_JOB, id)
      return { ...before, ...changes }
    })

  return {
    list: (
      actor: Actor,
      { unread = false }: { unread?: boolean | undefined },
      page: PageRequest,
    ): Promise<Page<Notification>> => uow.read(db => notificationStore(db).list(actor.id, { unread }, page)),

    unreadCount: (actor: Actor): Promise<number> =>
      uow.read(db => notificationStore(db).unreadCount(actor.id)),

    /** Does nothing if `read` is undefined. */
    markRead: (actor: Actor, id: string, read: boolean | undefined) =>
      change(actor, id, () => (read === undefined ? undefined : { read, snoozed_until: null })),

    readAll: (actor: Actor): Promise<void> =>
      uow.write([actor.id], tx => notificationStore(tx).readAll(actor.id, clock.now())),

    snooze: (actor: Actor, id: string, minutes: number) =>
      change(actor, id, now => ({ read: true, snoozed_until: now + minutes * MINUTE_MS })),

    /** Deletes old notifications and returns their number. */
    async prune(): Promise<number> {
      const before = clock.now() - KEPT_MS
      for (let total = 0; ; ) {
        const count = await uow.write([], tx => notificationStore(tx).prune(before))
        if (count === 0) return total
        total += count
      }
    },
  }
}
