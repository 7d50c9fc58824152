// Decides how linked schedules change when a todo is created or changed. `record.ts` applies the result.
import { DAY_MS } from '@daymark/recurrence/year'
import type { Schedule } from '../schedules/schedule.ts'
import { type Due, type DueMoment, endOf, momentOf, sameDue } from './due.ts'

/** The fields of a todo that are copied to its schedules. */
export interface TodoFacts extends Due {
  title: string
  description: string | null
  tag_ids: readonly string[]
}

type Times = Pick<Schedule, 'start_time' | 'end_time' | 'all_day'>
export type Linked = Times & Pick<Schedule, 'id' | 'title' | 'description'>
export type NewSchedule = Times & Pick<Schedule, 'title' | 'description'> & { tag_ids: readonly string[] }
export interface ScheduleChange<S extends Linked> {
  schedule: S
  changes: Partial<Times & Pick<Schedule, 'title'>>
}

export interface Consequences<S extends Linked> {
  create: NewSchedule | null
  change: ScheduleChange<S>[]
  remove: S[]
  /** Schedules whose tags are replaced by the todo's tags. */
  retag: S[]
}

export function newSchedule(todo: TodoFacts): NewSchedule | null {
  const due = momentOf(todo)
  if (due === null) return null
  return { title: todo.title, description: todo.description, ...timesAt(due), tag_ids: todo.tag_ids }
}

/** Returns the changes to linked schedules. Ignores unchanged values, because clients may send back the whole todo. */
export function consequences<S extends Linked>(
  before: TodoFacts,
  after: TodoFacts,
  linked: readonly S[],
): Consequences<S> {
  const none = { create: null, change: [], remove: [], retag: [] }
  const due = sameDue(before, after) ? undefined : momentOf(after)
  if (due === null) return { ...none, remove: [...linked] }
  if (due && linked.length === 0) return { ...none, create: newSchedule(after) }
  const first = earliest(linked)
  const renamed = after.title !== before.title
  const described = (before.description === null) !== (after.description === null)
  return {
    ...none,
    change: linked.flatMap(schedule => {
      const changes = {
        ...(due && moved(schedule, due, schedule.start_time - first)),
        ...(renamed && schedule.title === before.title && { title: after.title }),
      }
      // Also saves a schedule that stays as it is, so that calendar apps learn whether it is now hidden (see
      // `isOfDeadline`).
      const flips =
        (renamed && schedule.title === after.title) || (described && (schedule.description ?? '') !== '')
      return due || flips || Object.keys(changes).length > 0 ? [{ schedule, changes }] : []
    }),
    retag: sameTags(before.tag_ids, after.tag_ids) ? [] : [...linked],
  }
}

/** Returns one hour at the deadline, or the whole date. */
const timesAt = (due: DueMoment): Times => ({
  start_time: due.at,
  end_time: endOf(due),
  all_day: due.is_date,
})

/** Keeps the length of the schedule, unless the new deadline makes it all-day or timed. */
function moved(schedule: Linked, due: DueMoment, distance: number): Partial<Times> | undefined {
  const at = due.at + (due.is_date ? Math.round(distance / DAY_MS) * DAY_MS : distance)
  if (schedule.all_day !== due.is_date) return timesAt({ ...due, at })
  const shift = at - schedule.start_time
  return shift === 0 ? undefined : { start_time: at, end_time: schedule.end_time + shift }
}

/**
 * Returns the earliest start. A todo may have several schedules, for example after its series was split. The earliest
 * one moves to the deadline, and the others move by the same amount.
 */
const earliest = (linked: readonly Linked[]): number =>
  Math.min(...linked.map(schedule => schedule.start_time))

const sameTags = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && new Set([...a, ...b]).size === a.length
