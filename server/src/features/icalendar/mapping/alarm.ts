// Converts between alarms (VALARM) and reminders. Keeps alarms that Daymark does not model.
import type { Reminder } from '@daymark/contract/notifications/reminder'
import { DAY_MS } from '@daymark/recurrence/year'
import { dueAt } from '../../notifications/reminders/firing.ts'
import { type Component, firstOf, paramOf, property } from '../text/content-line.ts'
import { durationText, escapeText, readDuration, readMoment } from '../text/value.ts'
import { set, textOf } from './component-text.ts'

/** The times that a component's alarms are relative to. */
export interface AlarmTarget {
  /** An event's start or a task's deadline. Reminders are relative to this time. */
  at: number
  is_date: boolean
  /** The base of triggers relative to the start. */
  start: number
  /** The base of triggers relative to the end. */
  end: number
  /** True if the item repeats. A trigger at a fixed time is then not a reminder. */
  repeats: boolean
  /** The owner's zone, for reminders at a local time. */
  zone: string
}

const MINUTE_MS = 60_000
const MAX_MINUTES = 525_600
const MAX_DAYS = 365
const MAX_REMINDERS = 10
const DEFAULT_TIME = '09:00'
const AT_TIME = 'X-DAYMARK-AT-TIME'
const DAYS_BEFORE = 'X-DAYMARK-DAYS-BEFORE'

export type Reminders = readonly Reminder[]

const keyOf = (reminder: Reminder): string =>
  'at_time' in reminder
    ? `${reminder.days_before} ${reminder.at_time}`
    : String(reminder.minutes_before).padStart(7, '0')

/** Returns reminders sorted and without duplicates. All-day items have only reminders at a local time. */
export function canonical(reminders: Reminders, is_date: boolean): Reminder[] {
  const all = reminders.map((each): Reminder => {
    if ('at_time' in each) return { at_time: each.at_time, days_before: each.days_before }
    if (!is_date) return { minutes_before: each.minutes_before }
    return { at_time: DEFAULT_TIME, days_before: Math.floor((each.minutes_before * MINUTE_MS) / DAY_MS) }
  })
  const unique = new Map(all.map(each => [keyOf(each), each]))
  return [...unique].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each)
}

/** Omits the field if there are no reminders, so that models stored by earlier versions still compare equal. */
export const reminderField = (reminders: Reminders): { reminders?: Reminders } =>
  reminders.length === 0 ? {} : { reminders }

export const sameReminders = (a: Reminders = [], b: Reminders = []): boolean =>
  a.length === b.length && a.every((each, index) => keyOf(each) === keyOf(b[index] as Reminder))

export const remindersOf = (component: Component, target: AlarmTarget): Reminder[] =>
  canonical(
    [...meanings(component, target).values()].flatMap(each => each ?? []),
    target.is_date,
  ).slice(0, MAX_REMINDERS)

/** The reminder for each alarm, or undefined for alarms that Daymark does not model. */
export type Meanings = ReadonlyMap<Component, Reminder | undefined>

export const meanings = (component: Component, target: AlarmTarget): Meanings =>
  new Map(
    component.components
      .filter(each => each.name === 'VALARM')
      .map(alarm => [alarm, reminderIn(alarm, target)]),
  )

/**
 * Removes the alarms of removed reminders, changes alarms that no longer match because the item was moved, and adds
 * missing alarms. Keeps all other alarms.
 */
export function setReminders(
  component: Component,
  was: Meanings,
  before: Reminders,
  after: Reminders,
  target: AlarmTarget,
): void {
  const modeled = new Set(before.map(keyOf))
  const wanted = new Map(after.map(each => [keyOf(each), each]))
  const removed = new Set<Component>()
  for (const [alarm, meaning] of was) {
    const reminder = meaning && wanted.get(keyOf(meaning))
    if (!meaning || !modeled.has(keyOf(meaning))) continue
    const now = reminderIn(alarm, target)
    if (!reminder) removed.add(alarm)
    else if (!now || keyOf(now) !== keyOf(reminder)) setTrigger(alarm, component.name, reminder, target)
  }
  component.components = component.components.filter(each => !removed.has(each))
  for (const reminder of meanings(component, target).values()) if (reminder) wanted.delete(keyOf(reminder))
  for (const reminder of wanted.values()) {
    const alarm: Component = { name: 'VALARM', properties: [property('ACTION', 'DISPLAY')], components: [] }
    setTrigger(alarm, component.name, reminder, target)
    alarm.properties.push(property('DESCRIPTION', escapeText(textOf(component, 'SUMMARY') ?? '')))
    component.components.push(alarm)
  }
}

function reminderIn(alarm: Component, target: AlarmTarget): Reminder | undefined {
  if (!/^(DISPLAY|AUDIO)$/i.test(textOf(alarm, 'ACTION')?.trim() ?? '')) return undefined
  // Ignores a snoozed copy of another alarm.
  if (firstOf(alarm, 'RELATED-TO')) return undefined
  const delta = deltaOf(alarm, target)
  if (delta === undefined) return undefined
  const marked = markedReminder(alarm)
  if (marked && !target.is_date && deltaFrom(marked, target) === delta) return marked
  const minutes = delta / MINUTE_MS
  if (!Number.isInteger(minutes)) return undefined
  if (target.is_date) return onDate(minutes)
  return minutes <= 0 && -minutes <= MAX_MINUTES ? { minutes_before: Math.abs(minutes) } : undefined
}

/**
 * Returns the milliseconds from the item to the alarm, which are negative if the alarm is earlier. Returns undefined if
 * the trigger cannot be a reminder.
 */
function deltaOf(alarm: Component, target: AlarmTarget): number | undefined {
  const trigger = firstOf(alarm, 'TRIGGER')
  if (!trigger) return undefined
  const duration = readDuration(trigger.value)
  if (duration) {
    const isEnd = /^END$/i.test(paramOf(trigger, 'RELATED') ?? '')
    return (isEnd ? target.end : target.start) - target.at + duration.days * DAY_MS + duration.ms
  }
  if (target.repeats) return undefined
  const moment = readMoment(trigger.value.trim(), undefined, () => null, target.zone)
  return moment && !moment.is_date ? moment.at - instantOf(target) : undefined
}

/** Returns an item's instant. Dates begin at midnight in the owner's zone. */
const instantOf = ({ at, is_date, zone }: AlarmTarget): number =>
  is_date ? dueAt({ at_time: '00:00', days_before: 0 }, { at, is_date, instance_start: null }, zone) : at

function onDate(minutes: number): Reminder | undefined {
  const days = Math.ceil(-minutes / 1_440)
  const rest = minutes + days * 1_440
  if (days < 0 || days > MAX_DAYS) return undefined
  const pad = (value: number) => String(value).padStart(2, '0')
  return { at_time: `${pad(Math.floor(rest / 60))}:${pad(rest % 60)}`, days_before: Math.abs(days) }
}

/** Reads a reminder at a local time from Daymark's own properties, because a relative trigger cannot express it. */
function markedReminder(alarm: Component): Reminder | undefined {
  const [at_time, days] = [textOf(alarm, AT_TIME), Number(textOf(alarm, DAYS_BEFORE))]
  return at_time && /^([01]\d|2[0-3]):[0-5]\d$/.test(at_time) && days >= 0 && days <= MAX_DAYS
    ? { at_time, days_before: days }
    : undefined
}

function deltaFrom(reminder: Reminder, { at, is_date, zone }: AlarmTarget): number {
  if (!('at_time' in reminder)) return -reminder.minutes_before * MINUTE_MS
  const [hours = 0, minutes = 0] = reminder.at_time.split(':').map(Number)
  if (is_date) return (hours * 60 + minutes) * MINUTE_MS - reminder.days_before * DAY_MS
  return dueAt(reminder, { at, is_date, instance_start: null }, zone) - at
}

function setTrigger(alarm: Component, kind: string, reminder: Reminder, target: AlarmTarget): void {
  const value = durationText(deltaFrom(reminder, target))
  // In tasks, the trigger is relative to the end, because a task may have a deadline without a start.
  set(alarm, 'TRIGGER', [property('TRIGGER', value, kind === 'VTODO' ? ';RELATED=END' : '')])
  const isMarked = 'at_time' in reminder && !target.is_date
  set(alarm, AT_TIME, isMarked ? [property(AT_TIME, reminder.at_time)] : [])
  set(alarm, DAYS_BEFORE, isMarked ? [property(DAYS_BEFORE, String(reminder.days_before))] : [])
}
