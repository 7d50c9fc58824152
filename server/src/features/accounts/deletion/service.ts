// Deletes an account at its owner's request, after a grace period in which the owner can cancel.
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import type { Actor } from '../../../platform/kernel/actor.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import { someAccessEnded } from '../../../platform/sign-in/access-notice.ts'
import type { Tx, UnitOfWork } from '../../../platform/storage/unit-of-work.ts'
import type { RequestSource } from '../../audit/audit-entry.ts'
import type { RecordChange } from '../../audit/record.ts'
import { deletionStore } from '../../people/users/deletion-store.ts'
import { cancelDeletion, DELETION_JOB, type Removal } from '../../people/users/removal.ts'
import type { Recheck } from '../confirmation.ts'
import type { AccountSessions } from '../sessions/sessions.ts'

export interface DeletionParts {
  uow: UnitOfWork
  clock: Clock
  /** The length of the grace period. 0 deletes the account immediately. */
  days: number
  record: RecordChange
  removal: Removal
  /** Undefined with an external OpenID provider, which manages its own sessions. */
  sessions: Pick<AccountSessions, 'endAll' | 'announce'> | undefined
  /** Called after an immediate deletion. The job that deletes accounts after the grace period does not call it. */
  deleted(accountId: string): void
}

export type DeletionService = ReturnType<typeof deletionService>

const DAY_MS = 86_400_000

export function deletionService({ uow, clock, days, record, removal, sessions, deleted }: DeletionParts) {
  async function schedule(tx: Tx, id: string, source: RequestSource): Promise<number> {
    const known = await deletionStore(tx).find(id)
    if (known) return known.deletes_at
    const now = clock.now()
    const deletes_at = now + days * DAY_MS
    await deletionStore(tx).insert({ user_id: id, requested_at: now, deletes_at })
    await enqueue(tx, { kind: DELETION_JOB, key: id, run_at: deletes_at }, now)
    await record(tx, { owner_id: id, event: 'deletion_requested', at: now, source })
    tx.emit(someAccessEnded(id))
    return deletes_at
  }

  /** If the process stops halfway, a job finishes the deletion. */
  async function deleteNow(id: string, recheck: Recheck): Promise<null> {
    await uow.write([id], async tx => {
      await recheck(tx)
      await removal.begin(tx, id, 'themselves')
    })
    await removal.finish(id)
    deleted(id)
    return null
  }

  return {
    pending: async (actor: Actor): Promise<number | null> =>
      (await uow.read(db => deletionStore(db).find(actor.id)))?.deletes_at ?? null,

    /** Returns which of these people have a pending account deletion. */
    leaving: async (ids: readonly string[]): Promise<Set<string>> =>
      new Set(ids.length === 0 ? [] : await uow.read(db => deletionStore(db).among(ids))),

    /** Returns when the account will be deleted, or null if it was deleted immediately. */
    async request(
      actor: Actor,
      recheck: Recheck,
      { sessionId, source }: { sessionId: string | undefined; source: RequestSource },
    ): Promise<number | null> {
      const { id } = actor
      if (days === 0) return deleteNow(id, recheck)
      const { at, ended } = await uow.write([id], async tx => {
        await recheck(tx)
        return {
          at: await schedule(tx, id, source),
          ended: await sessions?.endAll(tx, id, { except: sessionId, tokens: false }),
        }
      })
      if (ended) sessions?.announce(ended)
      return at
    },

    cancel: (actor: Actor, source: RequestSource): Promise<void> =>
      uow.write([actor.id], async tx => {
        if (!(await cancelDeletion(tx, actor.id))) return
        const change = { event: 'deletion_canceled', at: clock.now(), source } as const
        await record(tx, { owner_id: actor.id, ...change })
      }),
  }
}
