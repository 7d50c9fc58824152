import type { Series } from '@daymark/recurrence/occurrence'
import { isOccurrence } from '@daymark/recurrence/recurrence'
import { parseRule } from '@daymark/recurrence/rule'
import { shiftBetween, shiftSeries } from '@daymark/recurrence/shift'
import { endFault } from '@daymark/recurrence/split'
import { DAY_MS } from '@daymark/recurrence/year'
import { invalid, Problem } from '../../../platform/kernel/errors.ts'
import { withoutNulls } from '../../../platform/kernel/without-nulls.ts'
import { remindersText } from '../reminders.ts'
import { hasTimesOfDay, NO_TIMES_OF_DAY } from './all-day/rule.ts'
import type { ScheduleCreate, SchedulePatch } from './all-day/times.ts'
import type { ExceptionRecord } from './exceptions/instance.ts'
import { ownText, ownTexts } from './exceptions/own-texts.ts'
import { isSeries, newSchedule, type Schedule, type Span } from './schedule.ts'

/** Builds a new schedule. Throws 422 if it would be invalid. */
export function requested(
  body: ScheduleCreate,
  rest: Pick<Schedule, 'id' | 'owner_id' | 'created_at'>,
): Schedule {
  checkTimes(body, body, body.all_day ?? false)
  const { tag_ids: _tags, visibility: _sharing, create_todo_options: _todo, reminders, ...fields } = body
  return checkRecurrence(
    newSchedule({ ...withoutNulls(fields), reminders: remindersText(reminders), ...rest }),
  )
}

/** Applies a patch to a schedule. Throws 422 if the result would be invalid. */
export function changed<S extends Schedule>(schedule: S, patch: SchedulePatch): S {
  const { tag_ids: _tags, visibility: _sharing, reminders, ...fields } = patch
  const next = {
    ...schedule,
    ...fields,
    ...(reminders !== undefined && { reminders: remindersText(reminders) }),
  }
  // Removing the rule also removes the recurrence end, unless the patch sets one.
  if (patch.recurrence_rule === null && patch.recurrence_end === undefined) next.recurrence_end = null
  checkTimes(next, patch, next.all_day)
  return checkRecurrence(next)
}

export function checkTimes(span: Span, given: Partial<Span>, allDay: boolean): void {
  if (allDay && span.end_time < span.start_time + DAY_MS) {
    if (given.end_time === undefined) throw invalid('start_time', 'must be before end_time')
    throw invalid('end_time', 'must be after start_time, because the end of an all-day schedule is exclusive')
  }
  if (span.end_time >= span.start_time) return
  if (given.end_time === undefined) throw invalid('start_time', 'must not be after end_time')
  throw invalid('end_time', 'must not be before start_time')
}

export function checkRecurrence<S extends Schedule>(schedule: S): S {
  const { recurrence_end, recurrence_rule } = schedule
  if (recurrence_end !== null && recurrence_end < schedule.start_time) {
    throw invalid('recurrence_end', 'must not be before start_time')
  }
  if (recurrence_rule === null) return schedule
  const parsed = parseRule(recurrence_rule)
  if (!parsed.ok) throw fault('recurrence_rule', parsed.message)
  if (schedule.all_day && hasTimesOfDay(parsed.rule)) throw fault('recurrence_rule', NO_TIMES_OF_DAY)
  const sound = { ...schedule, recurrence_rule: parsed.rule.text }
  const late = isSeries(sound) ? endFault(sound) : null
  if (late !== null) throw fault('recurrence_rule', late)
  return sound
}

/** True if the change may leave exceptions of the series without a matching occurrence. */
export const changesOccurrences = (before: Schedule, after: Schedule): boolean =>
  before.start_time !== after.start_time ||
  before.timezone !== after.timezone ||
  before.recurrence_rule !== after.recurrence_rule ||
  before.recurrence_end !== after.recurrence_end

/**
 * Converts a request's new times for one occurrence to times for the whole series. Also adjusts the rule, unless the
 * request sets a rule or a zone.
 */
export function forSeries(series: Schedule & Series, at: number, patch: SchedulePatch): SchedulePatch {
  if (patch.start_time === undefined && patch.end_time === undefined) return patch
  const wanted = spanAfter(occurrenceAt(series, at), patch, series.all_day)
  const moved =
    patch.recurrence_rule === undefined && patch.timezone === undefined
      ? followed(series, at, wanted)
      : shifted(series, at, wanted)
  if (!isWritable(moved.start_time) || !isWritable(moved.end_time)) {
    throw invalid('start_time', 'must keep the whole series within the years 1900 to 2200')
  }
  return { ...moved, ...patch, start_time: moved.start_time, end_time: moved.end_time }
}

function followed(series: Series, at: number, wanted: Span) {
  // An added date is not in the rule. The first occurrence moves instead, by as much as the request moves the date.
  const shift = isOccurrence(series, at)
    ? shiftSeries(series, at, wanted)
    : shiftSeries(series, series.start_time, shifted(series, at, wanted))
  if (!shift.ok) throw fault('start_time', shift.message)
  const { start_time, end_time, recurrence_rule, recurrence_end } = shift.series
  return { start_time, end_time, recurrence_rule, recurrence_end }
}

/** Shifts the series by the local time difference between the occurrence at `at` and its requested start. */
function shifted(series: Series, at: number, wanted: Span): Span {
  const start_time = shiftBetween(series, at, wanted.start_time)(series.start_time)
  return { start_time, end_time: start_time + wanted.end_time - wanted.start_time }
}

export const occurrenceAt = (series: Series, at: number): Span => ({
  start_time: at,
  end_time: at + series.end_time - series.start_time,
})

export function spanAfter({ start_time, end_time }: Span, patch: SchedulePatch, allDay: boolean): Span {
  const next = { start_time: patch.start_time ?? start_time, end_time: patch.end_time ?? end_time }
  checkTimes(next, patch, allDay)
  return next
}

/** Applies a patch to an exception. Restores the occurrence if it was deleted. */
export function changedException(
  exception: ExceptionRecord,
  current: Span,
  patch: SchedulePatch,
): ExceptionRecord {
  const moves = patch.start_time !== undefined || patch.end_time !== undefined
  return {
    ...exception,
    deleted: false,
    ...(patch.title !== undefined && { title: patch.title }),
    ...ownTexts(name => (patch[name] === undefined ? ownText(exception, name) : patch[name])),
    ...(patch.state !== undefined && { state: patch.state }),
    ...(patch.reminders !== undefined && {
      // Null restores the reminders of the series; an empty list means none.
      reminders: patch.reminders === null ? null : JSON.stringify(patch.reminders),
    }),
    ...(patch.tag_ids !== undefined && { tags: (patch.tag_ids ?? []).map(id => ({ id })) }),
    ...(moves && spanAfter(current, patch, exception.all_day)),
  }
}

/**
 * Removes the overrides of the patched fields, because the patch sets these fields in the series. Restores the
 * occurrence if it was deleted.
 */
export function withoutOverrides(exception: ExceptionRecord, patch: SchedulePatch): ExceptionRecord {
  const moves = patch.start_time !== undefined || patch.end_time !== undefined
  return {
    ...exception,
    deleted: false,
    ...(patch.title !== undefined && { title: null }),
    ...ownTexts(name => (patch[name] === undefined ? ownText(exception, name) : undefined)),
    ...(patch.state !== undefined && { state: null }),
    ...(patch.reminders !== undefined && { reminders: null }),
    ...(patch.tag_ids !== undefined && { tags: null }),
    ...(moves && { start_time: null, end_time: null }),
  }
}

const SERIES_ONLY = ['all_day', 'timezone', 'recurrence_rule', 'recurrence_end', 'visibility'] as const

/**
 * Rejects changes to fields that belong to the whole series. Accepts the values that an occurrence shows (for example,
 * no rule), because clients may send whole objects back.
 */
export function refuseSeriesFields(series: Schedule, isShared: boolean, patch: SchedulePatch): void {
  for (const name of SERIES_ONLY) {
    const value = patch[name]
    const harmless =
      value === undefined ||
      (name === 'timezone' || name === 'all_day'
        ? value === series[name]
        : value === null && (name !== 'visibility' || !isShared))
    if (!harmless) throw invalid(name, 'can be set for the whole series only')
  }
}

const EARLIEST = Date.UTC(1900, 0, 1)
const LATEST = Date.UTC(2201, 0, 1)

export const isWritable = (instant: number): boolean => instant >= EARLIEST && instant < LATEST

/** The message is a complete sentence, so it does not begin with the field name. */
const fault = (path: string, message: string) =>
  new Problem('invalid', message, { errors: [{ path, message }] })
