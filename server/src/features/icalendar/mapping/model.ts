// The parts of a calendar object that Daymark models. Everything else stays in the text that the client stored.
import type { Reminder } from '@daymark/contract/notifications/reminder'
import {
  ENTRY_TEXT_NAMES,
  ENTRY_TEXTS,
  type EntryText,
  type EntryTexts,
  perText,
} from '@daymark/contract/planning/entry-texts'
import type { ScheduleState } from '@daymark/contract/planning/schedule'
import { countBefore } from '@daymark/recurrence/recurrence'
import { parseRule, withPart } from '@daymark/recurrence/rule'
import { MAX_COUNT } from '@daymark/recurrence/rules/rule-shape'
import { toInstantOrAfterGap, zoneOffsets } from '@daymark/recurrence/zone-offsets'
import { withoutNulls } from '../../../platform/kernel/without-nulls.ts'
import type { FindZone } from '../text/value.ts'
import { dateText, utcText, wholeSecond } from '../text/value.ts'

export type ModelTexts = Pick<EntryTexts, 'description'> & Partial<EntryTexts>

/** Omits empty texts except the description, so that models stored by earlier versions still compare equal. */
export function modelTexts(of: (name: EntryText) => string | null): ModelTexts {
  const { description, ...later } = perText(of)
  return { description, ...withoutNulls(later) }
}

export const sameTexts = (a: ModelTexts, b: ModelTexts): boolean =>
  ENTRY_TEXT_NAMES.every(name => (a[name] ?? null) === (b[name] ?? null))

/** The fields that an occurrence can change. */
export interface EventFields extends ModelTexts {
  title: string
  state: ScheduleState
  /** Sorted tag names. */
  tags: string[]
  /** Sorted, and omitted if there are none. */
  reminders?: readonly Reminder[]
}

/** An occurrence that was changed or moved, or that the rule does not produce (RDATE). */
export interface ChangedOccurrence extends EventFields {
  /** The original start. */
  at: number
  start: number
  end: number
}

/** A schedule with its changed and deleted occurrences. Times have whole seconds. */
export interface EventModel extends EventFields {
  start: number
  /** Exclusive. */
  end: number
  all_day: boolean
  /** Empty if all-day, because dates have no zone. */
  timezone: string
  rule: string | null
  /** Original starts of deleted occurrences. */
  deleted: number[]
  changed: ChangedOccurrence[]
}

export const spanModel = (
  span: Pick<EventModel, 'title' | 'description' | 'tags' | 'start' | 'end' | 'timezone'>,
): EventModel => ({
  title: span.title,
  description: span.description,
  state: 'PLANNED',
  tags: span.tags.toSorted(),
  start: wholeSecond(span.start),
  end: wholeSecond(span.end),
  timezone: span.timezone,
  all_day: false,
  rule: null,
  deleted: [],
  changed: [],
})

export type TaskStatus = 'open' | 'done' | 'canceled'

export interface TaskModel {
  title: string
  description: string | null
  status: TaskStatus
  completed: number | null
  due: number | null
  due_is_date: boolean
  timezone: string
  rule: string | null
  /** 0 = none, 1 = low, 2 = medium, 3 = high. */
  priority: number
  estimate_minutes: number | null
  tags: string[]
  /** The parent's UID. */
  parent: string | null
  /** Sorted, and omitted if there are none or the task has no deadline. */
  reminders?: readonly Reminder[]
}

export interface ReadingContext {
  findZone: FindZone
  /** The zone of floating times. */
  ownerZone: string
  /** True if a category with this name is read as a tag. Other categories stay in the text. */
  isTag(name: string): boolean
}

/** A calendar object that cannot be stored. The message is shown to the person. */
export class ObjectFault extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ObjectFault'
  }
}

const MAX_TITLE = 255
export const NO_TITLE = 'Untitled'

/**
 * Shortens a title that is too long, and replaces an empty one. The stored text keeps the whole title until the title
 * is changed in Daymark.
 */
export const titleFrom = (text: string): string => cut(text.trim(), MAX_TITLE).trim() || NO_TITLE
export const textFrom = (name: EntryText, text: string): string | null =>
  cut(text, ENTRY_TEXTS[name].most) || null

function cut(text: string, most: number): string {
  if (text.length <= most) return text
  return Array.from(text.slice(0, 2 * most))
    .slice(0, most)
    .join('')
}

export const sortedNames = (names: Iterable<string>): string[] => [...new Set(names)].sort()

interface Repeating {
  start_time: number
  all_day: boolean
  timezone: string
  recurrence_rule: string | null
  recurrence_end: number | null
}

/**
 * Returns the rule as one RRULE value with sorted parts. UNTIL is in UTC, or a date for an all-day series, as RFC 5545
 * requires. A separate end of the series becomes part of the rule.
 */
export function ruleValue(series: Repeating): string | null {
  if (series.recurrence_rule === null) return null
  const parsed = parseRule(series.recurrence_rule)
  if (!parsed.ok) return null
  const { until, count, text } = parsed.rule
  const end = series.recurrence_end
  if (count !== null && end !== null) {
    const repeating = { ...series, recurrence_rule: text, end_time: series.start_time, recurrence_end: null }
    const left = countBefore(repeating, end + 1, MAX_COUNT)
    return sortedParts(withPart(text, 'COUNT', String(Math.max(1, Math.min(count, left)))))
  }
  const zone = zoneOffsets(series.all_day ? 'UTC' : series.timezone)
  const given = until && (until.local ? toInstantOrAfterGap(zone, until.last) : until.last)
  const last = Math.min(given ?? Number.POSITIVE_INFINITY, end ?? Number.POSITIVE_INFINITY)
  if (last === Number.POSITIVE_INFINITY) return sortedParts(text)
  return sortedParts(withPart(text, 'UNTIL', series.all_day ? dateText(last) : utcText(wholeSecond(last))))
}

/** Sorts the parts, FREQ first and the others by name, so that equal rules have equal texts. */
const sortedParts = (text: string): string => {
  const parts = text.split(';').filter(Boolean)
  const rank = (part: string) => (part.startsWith('FREQ=') ? '' : part)
  return parts.sort((a, b) => (rank(a) < rank(b) ? -1 : 1)).join(';')
}
