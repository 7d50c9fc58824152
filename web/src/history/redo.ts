// A redo undoes an undo.
import type { HistoryItem } from '@daymark/contract/history'

/**
 * Returns the id of the undo to revert; undefined if the item was not undone, or if the undo cannot be reverted, for
 * example because it already was.
 */
export function redoId({ undone_by }: HistoryItem, known: readonly HistoryItem[]): string | undefined {
  if (undone_by === null) return undefined
  const undo = known.find(each => each.batch_id === undone_by)
  // A filter may hide the undo. The server then decides whether the undo can be reverted.
  return undo === undefined || undo.undoable ? undone_by : undefined
}
