import type { Reminder } from '@daymark/contract/notifications/reminder'
import { type EntryText, type EntryTexts, perText } from '@daymark/contract/planning/entry-texts'
import type { Schedule, ScheduleState } from '@daymark/contract/planning/schedule'
import {
  addDays,
  instantOf,
  isWholeDays,
  type Local,
  localOf,
  startOfDay,
} from '../../session/region/zone-time.ts'
import { entrySpan } from '../entries/span.ts'

export interface EntryForm extends Record<EntryText, string> {
  title: string
  whole_days: boolean
  /** Applies to `start` and `end`. */
  zone: string
  start: Local
  /** For an all-day entry, the last day (inclusive). */
  end: Local
  state: ScheduleState
  tag_ids: string[]
  /** Undefined if a new entry gets the default reminders. */
  reminders: Reminder[] | undefined
  /** An RRULE. Empty if the entry does not repeat. */
  rule: string
}

export interface EntryBody extends EntryTexts {
  title: string
  all_day: boolean
  /** A date for an all-day entry, otherwise a timestamp. */
  start_time: string
  /** Exclusive, in the same format as `start_time`. */
  end_time: string
  timezone?: string
  state: ScheduleState
  tag_ids: string[]
  reminders?: Reminder[]
  recurrence_rule: string | null
  /** Null clears a separately stored end, because the editor writes the end into the rule. */
  recurrence_end?: null
}

export interface Span {
  start: number
  end: number
}

export const emptyForm = (span: Span, zone: string): EntryForm => ({
  title: '',
  ...perText(() => ''),
  ...spanFields(span, zone, isWholeDays(span.start, span.end, zone)),
  state: 'PLANNED',
  tag_ids: [],
  reminders: undefined,
  rule: '',
})

/** `rule` comes from the series, because occurrences do not contain it. */
export const formOf = (entry: Schedule, rule: string, zone: string): EntryForm => ({
  title: entry.title,
  ...perText(name => entry[name] ?? ''),
  ...spanFields(entrySpan(entry, zone), zone, entry.all_day),
  state: entry.state,
  tag_ids: entry.tags.map(tag => tag.id),
  reminders: entry.reminders,
  rule,
})

function spanFields(
  { start, end }: Span,
  zone: string,
  whole_days: boolean,
): Pick<EntryForm, 'whole_days' | 'zone' | 'start' | 'end'> {
  const last = localOf(end, zone)
  return {
    whole_days,
    zone,
    start: localOf(start, zone),
    end: whole_days ? { ...last, date: addDays(last.date, -1) } : last,
  }
}

/** A time that is incomplete is NaN. For an all-day entry, both times are NaN if either date is missing. */
export function spanOf(form: EntryForm): Span {
  const { zone } = form
  if (!form.whole_days) return { start: instantOf(form.start, zone), end: instantOf(form.end, zone) }
  if (!form.start.date || !form.end.date) return { start: Number.NaN, end: Number.NaN }
  return { start: startOfDay(form.start.date, zone), end: startOfDay(addDays(form.end.date, 1), zone) }
}

export function faultsOf(form: EntryForm): Partial<Record<'title' | 'start_time' | 'end_time', true>> {
  const { start, end } = spanOf(form)
  return {
    ...(form.title.trim() === '' && { title: true }),
    ...(Number.isNaN(start) && { start_time: true }),
    ...(!(end >= start) && !Number.isNaN(start) && { end_time: true }),
  }
}

export function bodyOf(form: EntryForm): EntryBody {
  return {
    title: form.title.trim(),
    ...perText(name => form[name].trim() || null),
    all_day: form.whole_days,
    ...timesOf(form),
    timezone: form.zone,
    state: form.state,
    tag_ids: form.tag_ids,
    ...(form.reminders && { reminders: form.reminders }),
    recurrence_rule: form.rule.trim() || null,
  }
}

function timesOf(form: EntryForm): Pick<EntryBody, 'start_time' | 'end_time'> {
  if (form.whole_days) return { start_time: form.start.date, end_time: addDays(form.end.date, 1) }
  const { start, end } = spanOf(form)
  return { start_time: new Date(start).toISOString(), end_time: new Date(end).toISOString() }
}

/** Returns only changed fields, so that occurrences keep their own values for the others. */
export function changesOf(before: EntryForm, after: EntryForm): Partial<EntryBody> {
  const old = bodyOf(before)
  const now = bodyOf(after)
  const changed = Object.entries(now).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name as keyof EntryBody]),
  )
  return Object.fromEntries(changed)
}

/**
 * Moves the end too, so that the duration stays the same. Keeps the end if a date or time is missing, or if the end is
 * before the start.
 */
export function withStart(form: EntryForm, start: Local): EntryForm {
  const { zone } = form
  const length = instantOf(form.end, zone) - instantOf(form.start, zone)
  const moved = instantOf(start, zone)
  if (Number.isNaN(length) || Number.isNaN(moved) || length < 0) return { ...form, start }
  return { ...form, start, end: localOf(moved + length, zone) }
}
