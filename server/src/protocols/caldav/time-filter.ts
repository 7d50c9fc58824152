// Evaluates the time ranges of a calendar-query (RFC 4791, 9.9).
import { DAY_MS } from '@daymark/recurrence/year'
import {
  type Component,
  firstOf,
  type Property,
  paramOf,
} from '../../features/icalendar/text/content-line.ts'
import { addDuration, type FindZone, readDuration, readMoment } from '../../features/icalendar/text/value.ts'
import { startOfDate } from '../../features/planning/schedules/all-day/dates.ts'

export interface TimeWindow {
  from: number
  to: number
}

export interface FilterContext {
  /** The zone for floating times and dates: the query's, or else the owner's. */
  zone: string
  findZone: FindZone
  /** Returns the event's occurrences or the task's rounds that overlap the window, as instants. */
  instances(window: TimeWindow): { start: number; end: number }[]
}

/** Returns the property's instant. Dates begin at midnight in the context's zone. */
export function timeOf(
  property: Property | undefined,
  { zone, findZone }: Pick<FilterContext, 'zone' | 'findZone'>,
): number | undefined {
  const moment = property && readMoment(property.value.trim(), paramOf(property, 'TZID'), findZone, zone)
  return moment?.is_date ? startOfDate(moment.at, { name: zone }) : moment?.at
}

/**
 * True if the window contains an occurrence of the event, a repetition or a time of the task, or a trigger time of the
 * alarm. Other components, and tasks without any time, always match.
 */
export function inTime(
  component: Component,
  outer: Component | undefined,
  window: TimeWindow | undefined,
  context: FilterContext,
): boolean {
  if (!window) return true
  if (component.name === 'VEVENT') return context.instances(window).length > 0
  if (component.name === 'VTODO')
    return repeats(component) ? context.instances(window).length > 0 : taskInTime(component, window, context)
  return component.name !== 'VALARM' || !outer || alarmInTime(component, outer, window, context)
}

function taskInTime(task: Component, window: TimeWindow, context: FilterContext): boolean {
  const { from, to } = window
  const { start, due } = spanOf(task, context)
  const [completed, created] = ['COMPLETED', 'CREATED'].map(name => timeOf(firstOf(task, name), context))
  if (start !== undefined && due !== undefined)
    return (from < due || from <= start) && (to > start || to >= due)
  if (start !== undefined) return from <= start && to > start
  if (due !== undefined) return from < due && to >= due
  if (completed !== undefined && created !== undefined)
    return (from <= created || from <= completed) && (to >= created || to >= completed)
  if (completed !== undefined) return from <= completed && to >= completed
  if (created !== undefined) return to > created
  return true
}

function spanOf(task: Component, context: FilterContext): { start?: number; due?: number } {
  const start = timeOf(firstOf(task, 'DTSTART'), context)
  const duration = readDuration(firstOf(task, 'DURATION')?.value ?? '')
  const due =
    timeOf(firstOf(task, 'DUE'), context) ??
    (start !== undefined && duration ? addDuration(start, duration, context.zone) : undefined)
  return { ...(start !== undefined && { start }), ...(due !== undefined && { due }) }
}

const repeats = (task: Component): boolean =>
  task.name === 'VTODO' && (firstOf(task, 'RRULE') ?? firstOf(task, 'RDATE')) !== undefined

function alarmInTime(
  alarm: Component,
  outer: Component,
  { from, to }: TimeWindow,
  context: FilterContext,
): boolean {
  const trigger = firstOf(alarm, 'TRIGGER')
  const within = (at: number | undefined) => at !== undefined && at >= from && at < to
  const duration = readDuration(trigger?.value ?? '')
  if (!trigger || !duration) return within(timeOf(trigger, context))
  const delta = duration.days * DAY_MS + duration.ms
  const isEnd = /^END$/i.test(paramOf(trigger, 'RELATED') ?? '')
  if (outer.name === 'VEVENT' || repeats(outer))
    return context
      .instances({ from: from - delta - 1, to: to - delta + 1 })
      .some(({ start, end }) => within((isEnd ? end : start) + delta))
  const { start, due } = spanOf(outer, context)
  const base = isEnd ? due : (start ?? due)
  return base !== undefined && within(base + delta)
}
