// Computes when reminders are due. Pure.
import type { Reminder } from '@daymark/contract/notifications/reminder'
import type { Series } from '@daymark/recurrence/occurrence'
import { lastPossibleStart, startsIn } from '@daymark/recurrence/recurrence'
import { DAY_MS } from '@daymark/recurrence/year'
import { toInstantOrAfterGap, toLocal, zoneOffsets } from '@daymark/recurrence/zone-offsets'

/** The deadline or start that a reminder refers to. Dates are midnight UTC. */
export interface Target {
  readonly at: number
  readonly is_date: boolean
  /** Original start of an occurrence; null for single items. */
  readonly instance_start: number | null
  /** Set if the occurrence has its own title. */
  readonly title?: string | null
}

export interface Firing {
  readonly due_at: number
  readonly target: Target
}

/** Null fields inherit the value of the series. */
export interface ChangedOccurrence {
  readonly instance_start: number
  /** Deleted or completed. */
  readonly is_over: boolean
  readonly start_time: number | null
  readonly title: string | null
  readonly reminders: readonly Reminder[] | null
}

export interface RemindedItem {
  readonly reminders: readonly Reminder[]
  /** The deadline or start; undefined for a series, and for a todo without a deadline. */
  readonly target?: Target | undefined
  readonly series?: Series | undefined
  readonly changed?: readonly ChangedOccurrence[] | undefined
}

const MINUTE_MS = 60_000
/** Local time for reminders of items that have a date but no time. */
const DEFAULT_TIME = '09:00'
/**
 * Widens search windows, because a reminder at a local time may be due after its target, and zones differ by up to a
 * day.
 */
const SLACK_MS = 2 * DAY_MS
/** No item has a start or a deadline after this time. */
const END = Date.UTC(2300, 0, 1)

export function dueAt(reminder: Reminder, target: Target, zone: string): number {
  if ('at_time' in reminder) return atLocalTime(target, reminder.days_before, reminder.at_time, zone)
  if (!target.is_date) return target.at - reminder.minutes_before * MINUTE_MS
  const days = Math.floor((reminder.minutes_before * MINUTE_MS) / DAY_MS)
  return atLocalTime(target, days, DEFAULT_TIME, zone)
}

function atLocalTime({ at, is_date }: Target, days: number, time: string, zone: string): number {
  const offsets = zoneOffsets(zone)
  const date = is_date ? at : Math.floor(toLocal(offsets, at) / DAY_MS) * DAY_MS
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return toInstantOrAfterGap(offsets, date - days * DAY_MS + (hours * 60 + minutes) * MINUTE_MS)
}

/** Returns the reminders that are due in this period, sorted by due time. `after` is exclusive, `upTo` inclusive. */
export function firingsIn(item: RemindedItem, zone: string, after: number, upTo: number): Firing[] {
  const found: Firing[] = []
  for (const { target, reminders } of targetsFor(item, after, upTo)) {
    const times = new Set(reminders.map(reminder => dueAt(reminder, target, zone)))
    for (const due_at of times) if (due_at > after && due_at <= upTo) found.push({ due_at, target })
  }
  return found.sort((a, b) => a.due_at - b.due_at || a.target.at - b.target.at)
}

export function nextFiring(item: RemindedItem, zone: string, after: number): number | null {
  const last = lastTarget(item)
  // Searches growing windows, so that a frequent series is not expanded far beyond its next reminder.
  for (let days = 2; ; days *= 8) {
    const upTo = Math.min(END, after + days * DAY_MS)
    const [first] = firingsIn(item, zone, after, upTo)
    if (first) return first.due_at
    if (upTo >= Math.min(END, last + SLACK_MS)) return null
  }
}

/**
 * Returns the latest due time that a zone change moves from the future into the past, or undefined if there is none.
 */
export function skippedBy(item: RemindedItem, from: string, to: string, now: number): number | undefined {
  const skipped = targetsFor(item, now, now).flatMap(({ target, reminders }) =>
    reminders
      .filter(reminder => dueAt(reminder, target, from) > now)
      .map(reminder => dueAt(reminder, target, to))
      .filter(due => due <= now),
  )
  return skipped.length > 0 ? Math.max(...skipped) : undefined
}

function lastTarget({ target, series, changed = [] }: RemindedItem): number {
  if (!series) return target?.at ?? Number.NEGATIVE_INFINITY
  const moved = changed.flatMap(({ start_time }) => start_time ?? [])
  return Math.max(lastPossibleStart(series), ...moved)
}

interface Candidate {
  target: Target
  reminders: readonly Reminder[]
}

function targetsFor(item: RemindedItem, after: number, upTo: number): Candidate[] {
  const { reminders, target, series, changed = [] } = item
  if (!series) return target ? [{ target, reminders }] : []
  const lead = Math.max(0, ...[item, ...changed].flatMap(each => (each.reminders ?? []).map(leadOf)))
  const window = { from: after - SLACK_MS, to: upTo + lead + SLACK_MS }
  const is_date = series.all_day ?? false
  const known = new Set(changed.map(({ instance_start }) => instance_start))
  const { starts } = startsIn({ ...series, end_time: series.start_time }, window)
  return [
    ...starts
      .filter(start => !known.has(start))
      .map(start => ({ target: { at: start, is_date, instance_start: start }, reminders })),
    ...changed
      .filter(({ is_over }) => !is_over)
      .map(({ instance_start, start_time, title, reminders: own }) => ({
        target: { at: start_time ?? instance_start, is_date, instance_start, title },
        reminders: own ?? reminders,
      })),
  ]
}

const leadOf = (reminder: Reminder): number =>
  'at_time' in reminder ? reminder.days_before * DAY_MS : reminder.minutes_before * MINUTE_MS
