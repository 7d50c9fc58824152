// Decides which batches can be undone, and which are deletions that belong in the trash. Pure.
import { isRootKind } from '../../platform/storage/tracked-tables.ts'
import type { Batch, BatchEntry } from './store.ts'

/**
 * The person who made a batch can undo it once while the log has all of it, unless it contains another person's entry, a friendship, a friend
 * request or a block. None of its created and deleted items may have been erased since. If it only updated items, at
 * least one of them must not have been erased.
 */
export function isUndoable(ownerId: string, batch: Batch, entries: readonly BatchEntry[]): boolean {
  const own = entries.filter(entry => !entry.follow_up)
  return (
    !batch.is_expiring &&
    batch.undone_by === null &&
    batch.actor_id === ownerId &&
    own.some(({ rows }) => rows !== null) &&
    own.every(
      ({ owner_id, kind, rows, action }) =>
        owner_id === ownerId && isRootKind(kind) && (rows !== null || action === 'updated'),
    )
  )
}

/**
 * Ignores a schedule that was deleted because its todo lost its deadline: such a side effect does not belong in
 * the trash.
 */
export function isDeletion(entries: readonly BatchEntry[]): boolean {
  const changedTodo = entries.some(
    entry => entry.kind === 'todo' && entry.action === 'updated' && entry.rows !== null && !isOrphan(entry),
  )
  return entries.some(
    entry =>
      entry.action === 'deleted' && isRootKind(entry.kind) && !(entry.kind === 'schedule' && changedTodo),
  )
}

/** True for a subtodo that moved to the top level, as it does when its parent is deleted. */
const isOrphan = ({ rows }: BatchEntry): boolean =>
  rows?.some(row => row.table === 'todos' && row.after?.['parent_id'] === null) ?? false
