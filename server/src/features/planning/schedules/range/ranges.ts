// After an undo has restored rows, recomputes the stored ranges of schedules from their times and exceptions.
import type { StoredRow } from '../../../../platform/changes/change.ts'
import { slicesOf } from '../../../../platform/storage/statements/in-steps.ts'
import type { Tx } from '../../../../platform/storage/unit-of-work.ts'
import { scheduleStore } from '../store.ts'

export async function recomputeRanges(tx: Tx, rows: readonly StoredRow[], now: number): Promise<void> {
  const ids = new Set(rows.flatMap(({ table, key }) => idsOf(table, key)))
  const incomplete = new Set(rows.filter(lacksRange).map(({ key }) => key['id']))
  const store = scheduleStore(tx)
  for (const some of slicesOf([...ids])) {
    const schedules = await store.findMany(some)
    // The undo has already restored the ranges of single schedules, unless a row image lacks the range.
    const restored = schedules.filter(
      ({ id, recurrence_rule }) => recurrence_rule === null && !incomplete.has(id),
    )
    const known = new Set(restored.map(({ id }) => id))
    await store.touch([...known], now)
    for (const schedule of schedules)
      if (!known.has(schedule.id)) await store.save({ ...schedule, updated_at: now })
  }
}

const TIMES = ['start_time', 'end_time', 'all_day', 'recurrence_rule']
const RANGE = ['range_start', 'range_end', 'range_class']

/** True for a row image from an older version, which contains times but no range. */
const lacksRange = ({ table, before }: StoredRow): boolean =>
  table === 'schedules' &&
  before !== null &&
  TIMES.some(name => name in before) &&
  !RANGE.some(name => name in before)

function idsOf(table: string, key: StoredRow['key']): string[] {
  if (table === 'schedules') return [String(key['id'])]
  return table.startsWith('schedule_exception') ? [String(key['series_id'])] : []
}
