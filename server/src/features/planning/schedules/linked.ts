// Writes a todo's schedules in the todo's transaction.
import { newId } from '../../../platform/kernel/ids.ts'
import { utc } from '../../../platform/kernel/time/zone.ts'
import type { Tx } from '../../../platform/storage/unit-of-work.ts'
import { inMode } from './all-day/times.ts'
import { exceptionStore } from './exceptions/exception-store.ts'
import { isSeries, newSchedule, type Schedule } from './schedule.ts'
import { scheduleStore } from './store.ts'

export type LinkedSchedule = Pick<
  Schedule,
  'owner_id' | 'title' | 'description' | 'start_time' | 'end_time' | 'all_day' | 'timezone' | 'created_at'
> & { source_todo_id: string; tag_ids: readonly string[] }

export async function insertLinked(tx: Tx, { tag_ids, ...given }: LinkedSchedule): Promise<string> {
  const schedule = newSchedule({ ...given, id: newId() })
  const store = scheduleStore(tx)
  await store.insert(schedule)
  await store.addTags([schedule.id], tag_ids)
  return schedule.id
}

/**
 * Applies changes to a linked schedule. If a series becomes all-day or timed, its recurrence ends on the same date as
 * before.
 */
export function changedLinked(schedule: Schedule, changes: Partial<Schedule>): Schedule {
  const { all_day = schedule.all_day } = changes
  // The zone passed here does not matter: a series uses its own zone, and `changes` sets the times of any other
  // schedule.
  return { ...inMode(schedule, { all_day }, utc), ...changes }
}

/**
 * Saves a linked schedule. Deletes the exceptions of a series that becomes all-day or timed. After a change of the
 * start, deletes only exceptions that no longer match an occurrence.
 */
export async function saveLinked(tx: Tx, before: Schedule, after: Schedule): Promise<void> {
  if (after.all_day !== before.all_day) await exceptionStore(tx).removeAll(before.id)
  else if (after.start_time !== before.start_time && isSeries(before) && isSeries(after))
    await exceptionStore(tx).dropStranded(before, after)
  await scheduleStore(tx).save(after)
}
