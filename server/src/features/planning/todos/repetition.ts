// Computes when a repeating todo is due again and how often it still repeats. Each todo of a series is a round. Pure.
import type { Series } from '@daymark/recurrence/occurrence'
import { startAfter } from '@daymark/recurrence/recurrence'
import { parseRule, withPart } from '@daymark/recurrence/rule'
import { endFault, splitSeries } from '@daymark/recurrence/split'
import { toInstant, toInstantOrAfterGap, toLocal, zoneOffsets } from '@daymark/recurrence/zone-offsets'
import { invalid, Problem } from '../../../platform/kernel/errors.ts'
import type { Todo, TodoStatus } from './todo.ts'

export type Repeating = Pick<Todo, 'timezone' | 'repeat_from'> & {
  deadline: number
  recurrence_rule: string
}
export type NextRound = Pick<Repeating, 'deadline' | 'recurrence_rule'>

const DAY = 86_400_000

export const isRepeating = <T extends Todo>(todo: T): todo is T & Repeating =>
  todo.recurrence_rule !== null && todo.deadline !== null

export const isOpen = (status: TodoStatus): boolean => status === 'UNSCHEDULED' || status === 'SCHEDULED'

/** Null if the rule has ended. Skips rounds whose deadline has already passed. */
export const nextRound = (todo: Repeating, now: number): NextRound | null =>
  todo.repeat_from === 'completion' ? afterCompletion(todo, now) : afterDeadline(todo, now)

function afterDeadline(todo: Repeating, now: number): NextRound | null {
  const series = seriesFrom(todo, todo.deadline, todo.recurrence_rule)
  const deadline = startAfter(series, Math.max(todo.deadline, now))
  const rest = deadline === null ? null : splitSeries(series, deadline)
  return deadline === null || rest === null ? null : { deadline, recurrence_rule: rest.after.recurrence_rule }
}

/** The rule starts on the day of completion, at the time of day of the deadline. */
function afterCompletion(todo: Repeating, now: number): NextRound | null {
  const parsed = parseRule(todo.recurrence_rule)
  if (!parsed.ok) return null
  const { count, text } = parsed.rule
  if (count === 1) return null
  const zone = zoneOffsets(todo.timezone)
  const time = timeOfDay(toLocal(zone, todo.deadline))
  const today = toLocal(zone, now)
  const local = today - timeOfDay(today) + time
  // If a clock change skips this time today, the rule states it explicitly, so that later rounds do not shift by an
  // hour.
  const rule = toInstant(zone, local) === null ? withTime(text, time) : text
  const start = toInstantOrAfterGap(zone, local)
  const series = seriesFrom(todo, start, withPart(rule, 'COUNT', null))
  const deadline = startAfter(series, Math.max(start, now))
  if (deadline === null) return null
  return { deadline, recurrence_rule: count === null ? text : withPart(text, 'COUNT', String(count - 1)) }
}

const seriesFrom = ({ timezone }: Repeating, start: number, recurrence_rule: string): Series => ({
  start_time: start,
  end_time: start,
  timezone,
  recurrence_rule,
  recurrence_end: null,
})

const timeOfDay = (local: number): number => local - Math.floor(local / DAY) * DAY

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

/** The next deadline of a subtodo. In local time, it keeps its distance to the deadline of the repeating todo. */
export function followingDeadline(deadline: number, from: Repeating, to: NextRound): number {
  const zone = zoneOffsets(from.timezone)
  const distance = toLocal(zone, deadline) - toLocal(zone, from.deadline)
  return toInstantOrAfterGap(zone, toLocal(zone, to.deadline) + distance)
}

/** Throws 422 if the todo cannot repeat by its rule. Returns the todo with a normalized rule. */
export function checkRepetition(todo: Todo): Todo {
  if (todo.recurrence_rule === null) return todo
  if (todo.deadline === null) throw invalid('deadline', 'is required for a todo that repeats')
  const parsed = parseRule(todo.recurrence_rule)
  if (!parsed.ok) throw fault(parsed.message)
  const { text } = parsed.rule
  const late = endFault(
    seriesFrom({ ...todo, deadline: todo.deadline, recurrence_rule: text }, todo.deadline, text),
  )
  if (late !== null) throw fault(late)
  return { ...todo, recurrence_rule: text, series_id: todo.series_id ?? todo.id }
}

const fault = (message: string): Problem =>
  new Problem('invalid', message, { errors: [{ path: 'recurrence_rule', message }] })
