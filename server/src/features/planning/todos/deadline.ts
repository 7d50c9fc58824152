// Decides how linked schedules change when a todo is created or changed. The service applies the result.
import type { Schedule } from '../schedules/schedule.ts'

/** The fields of a todo that its schedules copy. */
export interface TodoFacts {
  title: string
  description: string | null
  deadline: number | null
  tag_ids: readonly string[]
}

export type Linked = Pick<Schedule, 'id' | 'title' | 'start_time' | 'end_time' | 'all_day'>
export type NewSchedule = Pick<Schedule, 'title' | 'description' | 'start_time' | 'end_time'> & {
  tag_ids: readonly string[]
}
export interface ScheduleChange<S extends Linked> {
  schedule: S
  changes: Partial<Pick<Schedule, 'title' | 'start_time' | 'end_time' | 'all_day'>>
}

export interface Consequences<S extends Linked> {
  create: NewSchedule | null
  change: ScheduleChange<S>[]
  remove: S[]
  /** Schedules that get exactly the tags of the todo. */
  retag: S[]
}

const HOUR = 3_600_000

export function newSchedule(todo: TodoFacts): NewSchedule | null {
  if (todo.deadline === null) return null
  return {
    title: todo.title,
    description: todo.description,
    start_time: todo.deadline,
    end_time: todo.deadline + HOUR,
    tag_ids: todo.tag_ids,
  }
}

/** Ignores unchanged values, because clients may send the whole todo back. */
export function consequences<S extends Linked>(
  before: TodoFacts,
  after: TodoFacts,
  linked: readonly S[],
): Consequences<S> {
  const none = { create: null, change: [], remove: [], retag: [] }
  const newDeadline = after.deadline !== before.deadline
  if (newDeadline && after.deadline === null) return { ...none, remove: [...linked] }
  if (newDeadline && linked.length === 0) return { ...none, create: newSchedule(after) }
  const shift = newDeadline && after.deadline !== null ? after.deadline - earliest(linked) : 0
  return {
    ...none,
    change: linked.flatMap(schedule => {
      const changes = {
        ...(shift !== 0 && moved(schedule, after.deadline ?? 0, shift)),
        ...(after.title !== before.title && schedule.title === before.title && { title: after.title }),
      }
      return Object.keys(changes).length > 0 ? [{ schedule, changes }] : []
    }),
    retag: sameTags(before.tag_ids, after.tag_ids) ? [] : [...linked],
  }
}

/** An all-day schedule becomes a timed one at the deadline. */
const moved = ({ all_day, start_time, end_time }: Linked, deadline: number, shift: number) =>
  all_day
    ? { all_day: false, start_time: deadline, end_time: deadline + HOUR }
    : { start_time: start_time + shift, end_time: end_time + shift }

/**
 * A todo may have several schedules after a series was split. The earliest moves to the deadline, and the others move
 * by the same amount.
 */
const earliest = (linked: readonly Linked[]): number =>
  Math.min(...linked.map(schedule => schedule.start_time))

const sameTags = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && new Set([...a, ...b]).size === a.length
