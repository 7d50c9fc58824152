// Recomputes the stored range of schedules from their times and exceptions, after an undo has restored rows.
import type { StoredRow } from '../../../../platform/changes/change.ts'
import type { Tx } from '../../../../platform/storage/unit-of-work.ts'
import { scheduleStore } from '../store.ts'

export async function recomputeRanges(tx: Tx, rows: readonly StoredRow[], now: number): Promise<void> {
  const ids = new Set(rows.flatMap(({ table, key }) => idsOf(table, key)))
  const store = scheduleStore(tx)
  for (const schedule of await store.findMany([...ids])) await store.save({ ...schedule, updated_at: now })
}

function idsOf(table: string, key: StoredRow['key']): string[] {
  if (table === 'schedules') return [String(key['id'])]
  return table.startsWith('schedule_exception') ? [String(key['series_id'])] : []
}
