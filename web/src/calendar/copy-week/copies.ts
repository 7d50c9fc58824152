// Copies the entries of a week to the next week, at the same local times. Pure.
import type { Schedule } from '@daymark/contract/planning/schedule'
import { addDays, instantOf, localOf } from '../../session/region/zone-time.ts'

const DAYS = 7
const MINUTE_MS = 60_000

export interface Copy {
  entry: Schedule
  start_time: string
  end_time: string
  /** True if the next week already has an entry with this title at this time. */
  isThere: boolean
}

/** Leaves out what the next week already has: repeating entries, deadlines of todos, and entries of others. */
export function copiesOf(week: readonly Schedule[], next: readonly Schedule[], zone: string): Copy[] {
  const there = new Set(next.map(({ title, start_time }) => `${Date.parse(start_time)} ${title}`))
  return week
    .filter(
      ({ is_shared, parent_id, recurrence_rule, source_todo_id }) =>
        !is_shared && parent_id === null && recurrence_rule === null && source_todo_id === null,
    )
    .map(entry => {
      const [start_time, end_time] = entry.all_day
        ? [addDays(entry.start_date ?? '', DAYS), addDays(entry.end_date ?? '', DAYS)]
        : [weekLater(entry.start_time, zone), weekLater(entry.end_time, zone)]
      const start = entry.all_day
        ? instantOf({ date: start_time, time: '00:00' }, zone)
        : Date.parse(start_time)
      return { entry, start_time, end_time, isThere: there.has(`${start} ${entry.title}`) }
    })
    .toSorted((a, b) => Date.parse(a.start_time) - Date.parse(b.start_time))
}

function weekLater(text: string, zone: string): string {
  const ms = Date.parse(text)
  const { date, time } = localOf(ms, zone)
  return new Date(instantOf({ date: addDays(date, DAYS), time }, zone) + (ms % MINUTE_MS)).toISOString()
}
