import { startsIn } from '@daymark/recurrence/recurrence'
import { changesFuture, masterOf, occurrenceAt } from '../../../features/icalendar/mapping/event-reader.ts'
import { seriesOf } from '../../../features/icalendar/mapping/event-rules.ts'
import type { EventModel } from '../../../features/icalendar/mapping/model.ts'
import { contextOf } from '../../../features/icalendar/objects/read.ts'
import {
  type Component,
  firstOf,
  parseCalendar,
  property,
  writeCalendar,
} from '../../../features/icalendar/text/content-line.ts'
import { dateText, utcText } from '../../../features/icalendar/text/value.ts'
import { startOfDate } from '../../../features/planning/schedules/all-day/dates.ts'
import { eachInTurns } from '../../../platform/kernel/concurrency/in-turns.ts'
import type { TimeWindow } from '../time-filter.ts'

export interface Instance {
  at: number
  start: number
  end: number
}

const MAX_INSTANCES = 5_000
/** In some zones, a date begins up to a day earlier or later than in UTC. */
const DAY = 86_400_000

/** Returns the occurrences that overlap the window. Dates stay midnights in UTC. */
export function instancesIn(model: EventModel, window: TimeWindow, zone: string): Instance[] {
  const overlaps = overlapping(model, window, zone)
  const own = { at: model.start, start: model.start, end: model.end }
  if (model.rule === null) return overlaps(own) ? [own] : []
  const wide = model.all_day ? { from: window.from - DAY, to: window.to + DAY } : window
  const excepted = new Set([...model.deleted, ...model.changed.map(each => each.at)])
  const length = model.end - model.start
  const regular = startsIn(seriesOf(model, model.rule), wide)
    .starts.slice(0, MAX_INSTANCES)
    .filter(at => !excepted.has(at))
    .map(at => ({ at, start: at, end: at + length }))
  const changed = model.changed.map(({ at, start, end }) => ({ at, start, end }))
  return [...regular, ...changed].filter(overlaps).sort((a, b) => a.start - b.start)
}

const overlapping =
  ({ all_day }: EventModel, window: TimeWindow, zone: string) =>
  (times: Pick<Instance, 'start' | 'end'>): boolean => {
    const instant = (at: number) => (all_day ? startOfDate(at, { name: zone }) : at)
    const [start, end] = [instant(times.start), instant(times.end)]
    return start === end
      ? start >= window.from && start < window.to
      : start < window.to && end > window.from
  }

/** Like `instancesIn`, but dates become midnights in the zone. */
export const instantsIn = (model: EventModel, window: TimeWindow, zone: string): Instance[] =>
  instancesIn(model, window, zone).map(({ at, start, end }) =>
    model.all_day
      ? { at, start: startOfDate(start, { name: zone }), end: startOfDate(end, { name: zone }) }
      : { at, start, end },
  )

const SERIES_ONLY = new Set([
  'RRULE',
  'RDATE',
  'EXDATE',
  'EXRULE',
  'RECURRENCE-ID',
  'DTSTART',
  'DTEND',
  'DURATION',
])

/** Returns a function that finds the component for the occurrence with this original start. */
function componentsOf(
  calendar: Component,
  model: EventModel,
  zone: string,
): (at: number) => Component | undefined {
  const events = calendar.components.filter(each => each.name === 'VEVENT')
  const master = masterOf(events)
  const context = contextOf(calendar, zone, () => false)
  const overrides = new Map(
    events.flatMap(each => {
      const at = occurrenceAt(each, model, context)
      return at === undefined ? [] : [[at, each] as const]
    }),
  )
  const following = [...overrides].filter(([, each]) => changesFuture(each)).sort(([a], [b]) => b - a)
  return at => overrides.get(at) ?? following.find(([first]) => first <= at)?.[1] ?? master
}

/** Replaces a series with its occurrences in the window, with times in UTC. Pauses, because there may be thousands. */
export async function expandedText(
  text: string,
  model: EventModel,
  window: TimeWindow,
  zone: string,
): Promise<string> {
  const calendar = parseCalendar(text)
  const componentAt = componentsOf(calendar, model, zone)
  const moment = (name: string, at: number) =>
    model.all_day ? property(name, dateText(at), ';VALUE=DATE') : property(name, utcText(at))
  const texts: string[] = []
  await eachInTurns(instancesIn(model, window, zone), ({ at, start, end }) => {
    const from = componentAt(at)
    if (!from) return
    const rest = from.properties.filter(({ name }) => !SERIES_ONLY.has(name))
    const id = model.rule === null ? [] : [moment('RECURRENCE-ID', at)]
    const ending = end === start ? [] : [moment('DTEND', end)]
    const properties = [...rest, ...id, moment('DTSTART', start), ...ending]
    texts.push(writeCalendar({ name: from.name, properties, components: from.components }))
  })
  const [head = '', end = ''] = writeCalendar({ ...calendar, components: [] }).split('END:VCALENDAR')
  return `${head}${texts.join('')}END:VCALENDAR${end}`
}

/**
 * Removes changed occurrences whose original and current times are outside the window. Keeps the main component.
 * Also keeps a change to an occurrence and all later ones if it begins before the end of the window.
 */
export function limitedText(text: string, model: EventModel, window: TimeWindow, zone: string): string {
  const calendar = parseCalendar(text)
  const context = contextOf(calendar, zone, () => false)
  const overlaps = overlapping(model, window, zone)
  const changed = new Map(model.changed.map(each => [each.at, each]))
  const master = masterOf(calendar.components.filter(each => each.name === 'VEVENT'))
  const components = calendar.components.filter(component => {
    const at = component.name === 'VEVENT' ? occurrenceAt(component, model, context) : undefined
    if (at === undefined || component === master) return true
    const original = { start: at, end: at + model.end - model.start }
    if (changesFuture(component)) return overlaps({ ...original, end: window.to + DAY })
    return overlaps(original) || overlaps(changed.get(at) ?? original)
  })
  return writeCalendar({ ...calendar, components })
}

export type Busy = Pick<Instance, 'start' | 'end'>

export function busyTimes(instances: readonly Busy[], window: TimeWindow): Busy[] {
  const merged: Busy[] = []
  for (const { start, end } of instances.toSorted((a, b) => a.start - b.start)) {
    const [from, to] = [Math.max(start, window.from), Math.min(end, window.to)]
    const last = merged.at(-1)
    if (to <= from) continue
    if (last && from <= last.end) last.end = Math.max(last.end, to)
    else merged.push({ start: from, end: to })
  }
  return merged
}

/**
 * Like `instantsIn`, but separates tentative occurrences, and omits transparent and canceled ones, which do not make
 * the owner busy.
 */
export function busyIn(text: string, model: EventModel, window: TimeWindow, zone: string) {
  const instances = instantsIn(model, window, zone)
  if (instances.length === 0 || !/TRANSPARENT|CANCELLED|TENTATIVE/i.test(text))
    return { certain: instances, tentative: [] }
  const componentAt = componentsOf(parseCalendar(text), model, zone)
  const found: Record<'certain' | 'tentative', Instance[]> = { certain: [], tentative: [] }
  for (const instance of instances) {
    const event = componentAt(instance.at)
    const value = (name: string) => (event && firstOf(event, name)?.value.trim().toUpperCase()) ?? ''
    const status = value('STATUS')
    if (value('TRANSP') === 'TRANSPARENT' || status === 'CANCELLED') continue
    found[status === 'TENTATIVE' ? 'tentative' : 'certain'].push(instance)
  }
  return found
}
