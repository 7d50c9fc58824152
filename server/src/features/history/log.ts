// Reads a person's change log for the sockets, in pages without gaps.
import type { ChangeKind } from '@daymark/contract/changes'
import type { Entry } from '../../platform/changes/change.ts'
import { changeStore } from '../../platform/changes/store.ts'
import { totalsStore } from '../../platform/changes/totals-store.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { Db, UnitOfWork } from '../../platform/storage/unit-of-work.ts'
import { type DeliveredChange, deliver } from './delivered.ts'
import type { ResourceReaders } from './resources.ts'

export interface LogPage {
  /** The page covers all changes after `since` up to and including `upTo`. `deliver` may have dropped some of them. */
  readonly since: number
  readonly upTo: number
  readonly changes: readonly DeliveredChange[]
}

export interface ChangeLog {
  currentSeq(ownerId: string): Promise<number>
  /** Returns undefined if changes after `since` have already been pruned. */
  after(ownerId: string, since: number, upTo?: number): Promise<LogPage | undefined>
  /** Finds the change that a batch made to one resource. */
  find(ownerId: string, batchId: string, kind: ChangeKind, id: string): Promise<DeliveredChange | undefined>
}

const PAGE = 200
const MAX_REMEMBERED = 100

export const changeLog = (parts: { uow: UnitOfWork; clock: Clock; readers: ResourceReaders }): ChangeLog => {
  const { uow, clock, readers } = parts
  /** The last position of each kind in batches of several pages, because finding it reads the whole batch. */
  const ends = new Map<string, ReadonlyMap<ChangeKind, number>>()

  /**
   * Returns the kinds of the entries that follow in the batch of the page's last entry. Includes kinds of entries that
   * `deliver` will drop, because finding out would mean reading their resources. If it drops all that follow of a
   * limited session's kinds, the session gets no `batch_end`.
   */
  async function kindsAfter(db: Db, last: Entry, seq: number): Promise<ReadonlySet<ChangeKind>> {
    if (last.batch_end) return new Set()
    // A request may write in several transactions, so a batch is complete only up to `seq`.
    const key = `${last.owner_id} ${last.batch_id} ${seq}`
    const known = ends.get(key) ?? (await changeStore(db).lastOfKinds(last.owner_id, last.batch_id))
    if (ends.size >= MAX_REMEMBERED) ends.clear()
    ends.set(key, known)
    return new Set([...known].flatMap(([kind, at]) => (at > last.seq ? kind : [])))
  }

  return {
    currentSeq: ownerId => uow.read(db => totalsStore(db).currentSeq(ownerId)),

    after: (ownerId, since, upTo = Number.MAX_SAFE_INTEGER) =>
      uow.read(async db => {
        const store = changeStore(db)
        // Reads the sequence number before the entries, so that a change that is committed in between only makes the
        // page longer.
        const seq = await totalsStore(db).currentSeq(ownerId)
        if (since >= Math.min(seq, upTo)) return { since, upTo: since, changes: [] }
        const entries = await store.after(ownerId, { since, upTo, limit: PAGE })
        if (entries[0]?.seq !== since + 1) return undefined
        const last = entries.at(-1)
        const rest = last && (await kindsAfter(db, last, seq))
        const changes = await deliver(db, ownerId, readers, entries, clock.now(), rest)
        return { since, upTo: last?.seq ?? since, changes }
      }),

    find: (ownerId, batchId, kind, id) =>
      uow.read(async db => {
        const entry = await changeStore(db).find(ownerId, batchId, kind, id)
        if (!entry) return undefined
        const rest = await kindsAfter(db, entry, await totalsStore(db).currentSeq(ownerId))
        const [change] = await deliver(db, ownerId, readers, [entry], clock.now(), rest)
        return change
      }),
  }
}
