// Computes the next deadline of a repeating todo and its remaining rule. Each todo of a series is called a round. Pure.
import type { Series } from '@daymark/recurrence/occurrence'
import { startAfter } from '@daymark/recurrence/recurrence'
import { parseRule, withPart } from '@daymark/recurrence/rule'
import { endFault, splitSeries } from '@daymark/recurrence/split'
import { DAY_MS } from '@daymark/recurrence/year'
import { toInstant, toInstantOrAfterGap, toLocal, zoneOffsets } from '@daymark/recurrence/zone-offsets'
import { invalid, Problem } from '../../../../platform/kernel/errors.ts'
import { hasTimesOfDay, NO_TIMES_OF_DAY } from '../../schedules/all-day/rule.ts'
import { type Due, type DueMoment, dueAt, isSupported, momentOf, NOT_DUE } from '../due.ts'
import type { Todo, TodoStatus } from '../todo.ts'

export type Repeating = Due & Pick<Todo, 'timezone' | 'repeat_from'> & { recurrence_rule: string }
export type NextRound = Due & Pick<Repeating, 'recurrence_rule'>

/** The current time and the owner's zone, which together determine today's date. */
export interface Present {
  now: number
  zone: string
}

export const isRepeating = <T extends Todo>(todo: T): todo is T & Repeating =>
  todo.recurrence_rule !== null && momentOf(todo) !== null

export const isOpen = (status: TodoStatus): boolean => status === 'UNSCHEDULED' || status === 'SCHEDULED'

/**
 * Returns the next deadline that has not passed, with the remaining rule. Returns null if the rule has ended or that
 * deadline is beyond the supported years.
 */
export function nextRound(todo: Repeating, present: Present): NextRound | null {
  const due = momentOf(todo)
  if (due === null) return null
  return todo.repeat_from === 'completion'
    ? afterCompletion(todo, due, present)
    : afterDeadline(todo, due, present)
}

function afterDeadline(todo: Repeating, due: DueMoment, present: Present): NextRound | null {
  const series = seriesFrom(todo, due, todo.recurrence_rule)
  const at = startAfter(series, Math.max(due.at, lastThatIsOver(due, present)))
  const rest = at === null ? null : splitSeries(series, at)
  if (at === null || rest === null || !isSupported({ ...due, at })) return null
  return { ...dueAt({ ...due, at }), recurrence_rule: rest.after.recurrence_rule }
}

/** Returns the time up to which deadlines have passed: the current time or, for dates, the end of yesterday. */
const lastThatIsOver = ({ is_date }: DueMoment, present: Present): number =>
  is_date ? today(present) - 1 : present.now

const today = ({ now, zone }: Present): number => startOfDay(toLocal(zoneOffsets(zone), now))

/** Restarts the rule on the day of completion, at the deadline's time of day. */
function afterCompletion(todo: Repeating, due: DueMoment, present: Present): NextRound | null {
  const parsed = parseRule(todo.recurrence_rule)
  if (!parsed.ok) return null
  const { count, text } = parsed.rule
  if (count === 1) return null
  const at = due.is_date
    ? startAfter(seriesFrom(todo, { ...due, at: today(present) }, withoutCount(text)), today(present))
    : timeAfterCompletion(todo, due, text, present.now)
  if (at === null || !isSupported({ ...due, at })) return null
  const recurrence_rule = count === null ? text : withPart(text, 'COUNT', String(count - 1))
  return { ...dueAt({ ...due, at }), recurrence_rule }
}

function timeAfterCompletion(todo: Repeating, due: DueMoment, text: string, now: number): number | null {
  const zone = zoneOffsets(todo.timezone)
  const time = timeOfDay(toLocal(zone, due.at))
  const local = startOfDay(toLocal(zone, now)) + time
  // If a clock change skips this time today, adds the time to the rule, so that later rounds do not shift by an hour.
  const rule = toInstant(zone, local) === null ? withTime(text, time) : text
  const start = toInstantOrAfterGap(zone, local)
  return startAfter(seriesFrom(todo, { ...due, at: start }, withoutCount(rule)), Math.max(start, now))
}

const seriesFrom = (
  { timezone }: Pick<Todo, 'timezone'>,
  { at, is_date }: DueMoment,
  recurrence_rule: string,
): Series => ({
  start_time: at,
  end_time: at,
  all_day: is_date,
  timezone,
  recurrence_rule,
  recurrence_end: null,
})

const withoutCount = (rule: string): string => withPart(rule, 'COUNT', null)

const startOfDay = (local: number): number => Math.floor(local / DAY_MS) * DAY_MS
const timeOfDay = (local: number): number => local - startOfDay(local)

function withTime(text: string, time: number): string {
  const parsed = parseRule(text)
  if (!parsed.ok || parsed.rule.freq === 'HOURLY') return text
  const { by_hour, by_minute, by_second } = parsed.rule
  const parts: [name: string, given: readonly number[], value: number][] = [
    ['BYHOUR', by_hour, Math.floor(time / 3_600_000)],
    ['BYMINUTE', by_minute, Math.floor(time / 60_000) % 60],
    ['BYSECOND', by_second, Math.floor(time / 1_000) % 60],
  ]
  return parts.reduce(
    (rule, [name, given, value]) => (given.length > 0 ? rule : withPart(rule, name, `${value}`)),
    text,
  )
}

/**
 * Returns a subtodo's deadline in the next round. It keeps its distance to the repeating todo's deadline in local time,
 * or in days if it is due on a date. Returns no deadline if it would be beyond the supported years.
 */
export function followingDue(below: Due, from: Repeating, to: NextRound, ownerZone: string): Due {
  const [due, old, next] = [momentOf(below), momentOf(from), momentOf(to)]
  if (due === null || old === null || next === null) return NOT_DUE
  const zone = zoneOffsets(old.is_date ? ownerZone : from.timezone)
  const [start, end] = old.is_date ? [old.at, next.at] : [toLocal(zone, old.at), toLocal(zone, next.at)]
  const at = due.is_date
    ? due.at + startOfDay(end) - startOfDay(start)
    : toInstantOrAfterGap(zone, toLocal(zone, due.at) + end - start)
  return isSupported({ ...due, at }) ? dueAt({ ...due, at }) : NOT_DUE
}

/** Throws 422 if the todo cannot repeat with its rule. Returns the todo with a normalized rule and a series id. */
export function checkRepetition(todo: Todo): Todo {
  if (todo.recurrence_rule === null) return todo
  const due = momentOf(todo)
  if (due === null) throw invalid('deadline', 'is required for a todo that repeats')
  const parsed = parseRule(todo.recurrence_rule)
  if (!parsed.ok) throw fault(parsed.message)
  const { text } = parsed.rule
  if (due.is_date && hasTimesOfDay(parsed.rule)) throw fault(NO_TIMES_OF_DAY)
  const late = endFault(seriesFrom(todo, due, text))
  if (late !== null) throw fault(late)
  return { ...todo, recurrence_rule: text, series_id: todo.series_id ?? todo.id }
}

const fault = (message: string): Problem =>
  new Problem('invalid', message, { errors: [{ path: 'recurrence_rule', message }] })
