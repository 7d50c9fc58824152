// Writes the schedules that belong to a todo, inside the todo's transaction.
import { DAY_MS } from '@daymark/recurrence/year'
import { newId } from '../../../platform/kernel/ids.ts'
import type { Tx } from '../../../platform/storage/unit-of-work.ts'
import { exceptionStore } from './exceptions/exception-store.ts'
import { isSeries, newSchedule, type Schedule } from './schedule.ts'
import { scheduleStore } from './store.ts'

/** The fields of a schedule that is created for a todo. */
export type LinkedSchedule = Pick<
  Schedule,
  'owner_id' | 'title' | 'description' | 'start_time' | 'end_time' | 'created_at'
> & { source_todo_id: string; tag_ids: readonly string[] }

export async function insertLinked(tx: Tx, { tag_ids, ...given }: LinkedSchedule): Promise<string> {
  const schedule = newSchedule({ ...given, id: newId() })
  const store = scheduleStore(tx)
  await store.insert(schedule)
  await store.addTags([schedule.id], tag_ids)
  return schedule.id
}

/** Updates title, description or times of a linked schedule. Deletes exceptions of a series that no longer match. */
export async function saveLinked(
  tx: Tx,
  schedule: Schedule,
  changes: Partial<Pick<Schedule, 'title' | 'description' | 'start_time' | 'end_time' | 'all_day'>>,
  now: number,
): Promise<void> {
  const changed = { ...schedule, ...changes, updated_at: now }
  const moved = changed.start_time !== schedule.start_time
  if (changed.all_day !== schedule.all_day) {
    // The last date of an all-day series counts until its end.
    if (changed.recurrence_end !== null) changed.recurrence_end += DAY_MS - 1
    await exceptionStore(tx).removeAll(schedule.id)
  } else if (moved && isSeries(changed)) await exceptionStore(tx).dropStranded(changed)
  await scheduleStore(tx).save(changed)
}
