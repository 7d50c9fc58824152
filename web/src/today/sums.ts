// Computes due todos, planned time and measured time of a day.
import type { Schedule } from '@daymark/contract/planning/schedule'
import type { Todo } from '@daymark/contract/planning/todos'
import type { Timer } from '@daymark/contract/timers/timer'
import { dateOf } from '../design/format.ts'
import { measuredBetween } from '../tags/measured.ts'
import { dueDate } from '../todos/due.ts'
import { isOpen } from '../todos/tree/visible.ts'

const DAY_MS = 86_400_000

export function isDue(todo: Todo, today: string): boolean {
  const date = dueDate(todo)
  return date !== null && isOpen(todo) && date <= today
}

/** Adds up the user's own entries that start on this day. Entries of 24 hours or more, such as a trip, do not count. */
export function plannedMs(schedules: readonly Schedule[], today: string): number {
  return schedules
    .filter(schedule => !schedule.is_shared && !schedule.all_day && dateOf(schedule.start_time) === today)
    .map(schedule => Date.parse(schedule.end_time) - Date.parse(schedule.start_time))
    .filter(ms => ms < DAY_MS)
    .reduce((sum, ms) => sum + ms, 0)
}

/** Prefers live timers to loaded ones, because running timers have continued since the list was loaded. */
export function measuredMs(
  timers: readonly Timer[],
  live: readonly Timer[],
  { from, to, now }: { from: number; to: number; now: number },
): number {
  const all = new Map([...timers, ...live].map(timer => [timer.id, timer]))
  return [...all.values()].reduce((sum, timer) => sum + measuredBetween(timer, { from, to }, now), 0)
}
