// The outer parts of a calendar object: VCALENDAR, time zones, UID and timestamps.
import { type Component, firstOf, property } from '../text/content-line.ts'
import { utcText } from '../text/value.ts'
import { vtimezone } from '../text/vtimezone.ts'
import { set } from './component-text.ts'

export interface Facts {
  uid: string
  created_at: number
  updated_at: number
  /** The item's version, which only increases. */
  version: number
  /** The owner's zone, for reminders at a local time. */
  zone?: string
}

export const PRODID = '-//Daymark//Daymark//EN'

export const newCalendar = (): Component => ({
  name: 'VCALENDAR',
  properties: [property('VERSION', '2.0'), property('PRODID', PRODID)],
  components: [],
})

export const newComponent = (name: string, { uid, created_at }: Facts): Component => ({
  name,
  properties: [property('UID', uid), property('CREATED', utcText(created_at))],
  components: [],
})

/** Adds the zone's definition unless the calendar already has it. */
export function needZone(calendar: Component, zone: string, from: number): void {
  if (zone === '' || zone === 'UTC') return
  const has = calendar.components.some(
    each => each.name === 'VTIMEZONE' && firstOf(each, 'TZID')?.value === zone,
  )
  if (!has) calendar.components = [vtimezone(zone, from), ...calendar.components]
}

/** Always increases SEQUENCE, because clients would otherwise ignore the change. */
export function stamp(component: Component, { updated_at, version }: Facts): void {
  const sequence = Number(firstOf(component, 'SEQUENCE')?.value ?? 0) || 0
  const now = utcText(updated_at)
  set(component, 'DTSTAMP', [property('DTSTAMP', now)])
  set(component, 'LAST-MODIFIED', [property('LAST-MODIFIED', now)])
  set(component, 'SEQUENCE', [property('SEQUENCE', String(Math.max(sequence + 1, version)))])
}
