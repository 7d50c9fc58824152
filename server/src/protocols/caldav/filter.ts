// Evaluates a calendar-query filter (RFC 4791, 9.7) on an object's text.
import { COMPONENT, type Collection } from '../../features/icalendar/objects/collection.ts'
import { asPrecondition } from '../../features/icalendar/objects/sent.ts'
import { type Component, paramOf, parseCalendar } from '../../features/icalendar/text/content-line.ts'
import { readMoment, unescapeText } from '../../features/icalendar/text/value.ts'
import { zoneFinder, zoneNameOf } from '../../features/icalendar/text/zone-id.ts'
import { type FilterContext, inTime, type TimeWindow, timeOf } from './time-filter.ts'
import { CALDAV, child, is, type XmlElement } from './xml.ts'

const EARLIEST = Date.UTC(1900, 0, 1)
const LATEST = Date.UTC(2201, 0, 1)

export class FilterFault extends Error {}

export function readTimeRange(element: XmlElement | undefined): TimeWindow | undefined {
  if (!element) return undefined
  const read = (name: string, fallback: number) => {
    const text = element.attributes.get(name)
    if (text === undefined) return fallback
    const moment = readMoment(text, undefined, () => null, 'UTC')
    if (!moment || !text.endsWith('Z')) throw new FilterFault(`${name} must be a UTC time.`)
    return moment.at
  }
  const window = { from: read('start', EARLIEST), to: read('end', LATEST) }
  if (window.to <= window.from) throw new FilterFault('end must be after start.')
  return window
}

/**
 * Returns the zone that the query sets for dates (RFC 4791, 9.8). Returns null if it sets none or if its offsets match
 * no known zone.
 */
export function givenZone(query: XmlElement): string | null {
  const text = child(query, CALDAV, 'timezone')?.text.trim()
  if (!text) return null
  const calendar = asPrecondition(() => parseCalendar(text))
  const definition = calendar.components.find(({ name }) => name === 'VTIMEZONE')
  return definition ? zoneFinder(calendar)(zoneNameOf(definition)) : null
}

const named = (element: XmlElement): string => element.attributes.get('name')?.toUpperCase() ?? ''

/** Real apps send a handful of conditions. The limit is needed because each condition is evaluated on many objects. */
const MAX_CONDITIONS = 100

/** Checks every condition, because evaluation reaches nested conditions only if an object has the outer component. */
export function requireValid(filter: XmlElement): void {
  let left = MAX_CONDITIONS
  const check = (element: XmlElement): void => {
    if (is(element, CALDAV, 'time-range')) readTimeRange(element)
    if (is(element, CALDAV, 'text-match')) requireCollation(element)
    for (const each of element.children) {
      if (--left < 0) throw new FilterFault(`A filter may have at most ${MAX_CONDITIONS} conditions.`)
      check(each)
    }
  }
  check(filter)
}

/** `rest` is true if the filter has conditions other than a time range. */
export function eventWindow(filter: XmlElement): { window: TimeWindow | undefined; rest: boolean } {
  const calendar = child(filter, CALDAV, 'comp-filter')
  const inner = calendar?.children ?? []
  const [event] = inner
  if (inner.length !== 1 || !event || !is(event, CALDAV, 'comp-filter') || named(event) !== 'VEVENT')
    return { window: undefined, rest: inner.length > 0 }
  const ranges = event.children.filter(each => is(each, CALDAV, 'time-range'))
  return { window: readTimeRange(ranges[0]), rest: event.children.length > ranges.length }
}

/**
 * False if the filter requires a component that no object in the collection has, so that no object needs to be read.
 */
export function isWanted(filter: XmlElement, { kind }: Pick<Collection, 'kind'>): boolean {
  const other = COMPONENT[kind === 'todo' ? 'schedule' : 'todo']
  const inner = child(filter, CALDAV, 'comp-filter')?.children ?? []
  return !inner.some(each => named(each) === other && !child(each, CALDAV, 'is-not-defined'))
}

export function matches(calendar: Component, filter: XmlElement, context: FilterContext): boolean {
  const root = child(filter, CALDAV, 'comp-filter')
  if (!root) return true
  return named(root) === calendar.name && componentMatches(calendar, root, context)
}

function componentMatches(
  component: Component,
  filter: XmlElement,
  context: FilterContext,
  outer?: Component,
): boolean {
  return filter.children.every(each => {
    if (is(each, CALDAV, 'time-range')) return inTime(component, outer, readTimeRange(each), context)
    if (is(each, CALDAV, 'prop-filter'))
      return propertyMatches(component, each, context) || (!outer && anyMatches(component, each, context))
    if (!is(each, CALDAV, 'comp-filter')) return true
    const inner = component.components.filter(({ name }) => name === named(each))
    if (child(each, CALDAV, 'is-not-defined')) return inner.length === 0
    return inner.some(one => componentMatches(one, each, context, component))
  })
}

/** Some apps put a condition on a property directly below VCALENDAR but mean the event's or task's property. */
const anyMatches = (calendar: Component, filter: XmlElement, context: FilterContext): boolean =>
  !child(filter, CALDAV, 'is-not-defined') &&
  calendar.components.some(each => each.name !== 'VTIMEZONE' && propertyMatches(each, filter, context))

function propertyMatches(component: Component, filter: XmlElement, context: FilterContext): boolean {
  const found = component.properties.filter(({ name }) => name === named(filter))
  if (child(filter, CALDAV, 'is-not-defined')) return found.length === 0
  return found.some(property =>
    filter.children.every(each => {
      if (is(each, CALDAV, 'text-match'))
        return textMatches(unescapeText(property.value.slice(0, MAX_SEARCHED)), each)
      if (is(each, CALDAV, 'time-range')) {
        const window = readTimeRange(each)
        const at = timeOf(property, context)
        return window !== undefined && at !== undefined && at >= window.from && at < window.to
      }
      if (!is(each, CALDAV, 'param-filter')) return true
      const value = paramOf(property, named(each))
      if (child(each, CALDAV, 'is-not-defined')) return value === undefined
      const match = child(each, CALDAV, 'text-match')
      return value !== undefined && (!match || textMatches(value, match))
    }),
  )
}

/** Only the beginning of a very long value is searched. */
const MAX_SEARCHED = 50_000

const COLLATIONS = ['i;ascii-casemap', 'i;octet', 'i;unicode-casemap', 'default']

const collationOf = (match: XmlElement): string => match.attributes.get('collation') ?? 'i;ascii-casemap'

function requireCollation(match: XmlElement): void {
  const collation = collationOf(match)
  if (!COLLATIONS.includes(collation)) throw new FilterFault(`The collation ${collation} is not supported.`)
}

function textMatches(value: string, match: XmlElement): boolean {
  const collation = collationOf(match)
  const fold = (text: string) => (collation === 'i;octet' ? text : text.toLowerCase())
  const found = fold(value).includes(fold(match.text))
  return match.attributes.get('negate-condition') === 'yes' ? !found : found
}
