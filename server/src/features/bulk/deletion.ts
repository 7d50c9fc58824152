// Deletes many items in steps if together they write very many rows, because every name in a sharing list is a row that
// the change log records.
import type { BulkResult } from '@daymark/contract/planning/bulk'
import type { RequestTx } from '../../platform/changes/request-tx.ts'
import { changeStore } from '../../platform/changes/store.ts'
import type { StagedRequest } from '../../platform/kernel/staged-request.ts'
import { MAX_IN_ONE_TRANSACTION, type StagedKind } from '../../platform/staged/staged.ts'
import { startStaged } from '../../platform/staged/start.ts'
import type { Tx, UnitOfWork } from '../../platform/storage/unit-of-work.ts'
import { deleteFirst, deleteSchedules, deleteTodos } from '../planning/deletion.ts'
import { type Deletable, ROWS_PER_ITEM, totalOf } from '../planning/weight.ts'
import { weightsOf } from '../planning/weight-store.ts'
import { deleteTimers } from '../timers/service.ts'

export const BULK_DELETION = 'bulk_deletion'

interface BulkDeletion {
  type: Deletable
  /** Parents before their children. They are deleted in the opposite order. */
  ids: readonly string[]
  /** What the request has already deleted, and what it refused. */
  rest: BulkResult
}

interface State {
  /** How many of the ids are gone. */
  at: number
  /** How many are weighed next, about as many as fit into a step. */
  ahead: number
}

const START: State = { at: 0, ahead: 20 }
const MOST_AHEAD = 100

const REMOVERS: Readonly<Record<Deletable, (tx: Tx, ids: readonly string[]) => Promise<void>>> = {
  todo: deleteTodos,
  schedule: deleteSchedules,
  timer: deleteTimers,
}

/**
 * Deletes the items. If they are too much for one transaction, starts a request that does it in steps, and returns that.
 */
export async function deleteOrStage(
  tx: RequestTx,
  { type, ids, rest }: BulkDeletion,
  most_at_once = MAX_IN_ONE_TRANSACTION,
): Promise<StagedRequest | undefined> {
  const most = most_at_once * ROWS_PER_ITEM
  const total = totalOf(await weightsOf(tx, type, ids, most))
  if (total <= most) {
    await REMOVERS[type](tx, ids)
    return undefined
  }
  const { actor, now, cause } = tx
  const input: BulkDeletion = { type, ids, rest }
  return startStaged(tx, { owner_id: actor.id, kind: BULK_DELETION, input, total, now, cause })
}

export const bulkDeletion = ({ uow }: { uow: UnitOfWork }): StagedKind<BulkDeletion, State> => ({
  takesBack: false,
  async step(tx, { input: { type, ids }, state }, most) {
    const { at, ahead } = state ?? START
    const next = ids.toReversed().slice(at, at + ahead)
    if (next.length === 0) return { result: null, done: 0 }
    const { gone, rows } = await deleteFirst(tx, type, next, most, REMOVERS[type])
    return { state: { at: at + gone, ahead: Math.min(MOST_AHEAD, 2 * Math.max(gone, 1)) }, done: rows }
  },
  async present({ owner_id, batch_id, input: { type, ids, rest } }) {
    const versions = await uow.read(db => changeStore(db).versionsIn(owner_id, batch_id, type))
    const version = (id: string) => versions.get(id) ?? 0
    return {
      items: [...ids, ...rest.items.map(({ id }) => id)].map(id => ({ id, version: version(id) })),
      failed: rest.failed,
    }
  },
})
