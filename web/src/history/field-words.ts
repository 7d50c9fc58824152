// Formats the changed fields of a history entry.
import type { HistoryEntry } from '@daymark/contract/history'
import { ENTRY_TEXT_NAMES } from '@daymark/contract/planning/entry-texts'
import type { HistoryTexts } from './texts-en.ts'

export interface FieldChange {
  field: string
  label: string
  /** For an empty value, a word such as "empty". Undefined if the item is new or nothing was removed from a list. */
  before: string | undefined
  /** Like `before`. Undefined if the item was deleted or nothing was added to a list. */
  after: string | undefined
}

export interface FieldWords {
  t: HistoryTexts
  /** Names of tags, groups, friends and other items by id. */
  names: ReadonlyMap<string, string>
  dateTime: (at: string) => string
  /** Formats a date without a time. */
  date: (date: string) => string
  duration: (ms: number) => string
  /** `day` 0 is Monday. */
  weekday: (day: number) => string
}

/** Fields that the history does not show. */
const HIDDEN = new Set([
  'created_at',
  'corrected_at',
  'goal_ratios',
  'goal_hours',
  'occurrence_series_id',
  'occurrence_original_start',
  'occurrence_tags_set',
  ...ENTRY_TEXT_NAMES.map(name => `occurrence_${name}_set`),
])

export function fieldChanges(entry: HistoryEntry, words: FieldWords): FieldChange[] {
  return Object.entries(entry.changed)
    .filter(([field, { before, after }]) => !HIDDEN.has(field) && isWorthShowing(entry, field, before, after))
    .map(([field, { before, after }]) => ({
      field,
      label: words.t.fields[field] ?? humanized(field),
      before:
        entry.action === 'created' || isUnlisted(field, before) ? undefined : valueText(field, before, words),
      after:
        entry.action === 'deleted' || isUnlisted(field, after) ? undefined : valueText(field, after, words),
    }))
}

/** False for changes without information, such as empty fields of new and deleted items. */
function isWorthShowing({ action }: HistoryEntry, field: string, before: unknown, after: unknown): boolean {
  if (field === 'all_day' && action !== 'updated') return Boolean(before ?? after)
  if (action === 'created') return !isEmpty(after)
  if (action === 'deleted') return !isEmpty(before)
  return !(isUnlisted(field, before) && isUnlisted(field, after))
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0
const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || isEmptyList(value)

/**
 * For these fields, a change contains only the removed and added values, so an empty list does not mean that the field
 * is empty.
 */
const LISTS = new Set(['tag_ids', 'allowed_user_ids', 'allowed_emails', 'allowed_domains', 'participants'])
const isUnlisted = (field: string, value: unknown): boolean => LISTS.has(field) && isEmptyList(value)

/** User-written text. It is never translated, even if it equals the name of a status. */
const TYPED = new Set([
  'title',
  'name',
  'occurrence_title',
  ...ENTRY_TEXT_NAMES.flatMap(name => [name, `occurrence_${name}`]),
])
const BOOLEANS = new Set(['is_todo_group', 'occurrence_deleted'])
/** Shown only as "set" or "not set", because the values do not fit on one line. */
const STRUCTURED = new Set([
  'working_hours',
  'focus',
  'default_reminders',
  'reminders',
  'occurrence_reminders',
  'notifications',
])
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/
const DATE = /^\d{4}-\d{2}-\d{2}$/
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

function valueText(field: string, value: unknown, words: FieldWords): string {
  const { t, names, dateTime, date, duration, weekday } = words
  // A private item has no stored visibility level.
  if (field === 'visibility' && isEmpty(value)) return t.values['private'] ?? t.empty
  if (STRUCTURED.has(field)) return isEmpty(value) ? t.isNotSet : t.isSet
  if (isEmpty(value)) return t.empty
  if (field === 'week_start' && typeof value === 'number') return weekday(value)
  if (field === 'available_days' && Array.isArray(value)) return value.map(Number).map(weekday).join(', ')
  if (field === 'priority' && typeof value === 'number') return t.priorities[value] ?? String(value)
  if (typeof value === 'boolean' || BOOLEANS.has(field)) return value ? t.yes : t.no
  if (field === 'allocated_duration' && typeof value === 'number') return duration(value * 1000)
  if (field === 'segments' && Array.isArray(value))
    return value
      .map(({ start, end }) => `${dateTime(start)} – ${end === null ? '' : dateTime(end)}`)
      .join(', ')
  if (SLOTS.has(field)) return slotsText([value].flat(), date)
  if (field === 'week_templates' && Array.isArray(value)) return value.map(({ name }) => name).join(', ')
  if (LISTS.has(field) && Array.isArray(value)) return listText(field, value.map(String), words)
  if (typeof value !== 'string') return typeof value === 'object' ? JSON.stringify(value) : String(value)
  if (TYPED.has(field)) return value
  if (UUID.test(value)) return names.get(value) ?? t.otherItem
  if (INSTANT.test(value)) return dateTime(value)
  if (DATE.test(value)) return date(value)
  return t.values[value] ?? value
}

/** The fields of polls and their answers that contain one or more time slots. */
const SLOTS = new Set(['time_slots', 'if_need_be', 'confirmed_slot'])
const MOST_SLOTS = 10

function slotsText(slots: readonly unknown[], date: FieldWords['date']): string {
  const shown = slots
    .slice(0, MOST_SLOTS)
    .map(slot => Object(slot))
    .map(slot => `${date(String(slot['slot_date']))} ${clock(slot['start_time'])}–${clock(slot['end_time'])}`)
  return [...shown, ...(slots.length > MOST_SLOTS ? ['…'] : [])].join(', ')
}

/** Removes the seconds from a time such as `09:00:00`. */
const clock = (time: unknown): string => String(time).slice(0, 5)

/** Joins the names, or counts the items if a name is unknown. */
function listText(field: string, list: readonly string[], { t, names }: FieldWords): string {
  const known = list.flatMap(each => names.get(each) ?? (UUID.test(each) ? [] : each))
  if (known.length === list.length) return known.join(', ')
  return field === 'tag_ids' ? t.tagCount(list.length) : t.personCount(list.length)
}

const humanized = (field: string): string => {
  const text = field.replaceAll('_', ' ').replace(/ ids?$/, '')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
