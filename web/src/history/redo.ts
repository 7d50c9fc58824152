// Which batch a redo has to undo. Pure.
import type { HistoryItem } from '@daymark/contract/history'

/** The id of the undo that can be undone again; undefined when the item was not undone, or redone already. */
export function redoId({ undone_by }: HistoryItem, known: readonly HistoryItem[]): string | undefined {
  if (undone_by === null) return undefined
  const undo = known.find(each => each.batch_id === undone_by)
  // A filter may hide the undo; then the server decides.
  return undo === undefined || undo.undoable ? undone_by : undefined
}
