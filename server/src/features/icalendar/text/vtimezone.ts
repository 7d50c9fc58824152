// Writes VTIMEZONE definitions: the clock changes of an IANA zone from a given year on.
import { boundedCache } from '@daymark/recurrence/bounded-cache'
import { DAY_MS } from '@daymark/recurrence/year'
import { toLocal, zoneOffsets } from '@daymark/recurrence/zone-offsets'
import { type Component, property } from './content-line.ts'
import { dateText } from './value.ts'

interface Change {
  zone: string
  at: number
  /** The local time that clocks show just before the change, as if it were UTC. */
  local: number
  before: number
  after: number
}

const cache = boundedCache<Component>(500)

/** A yearly rule must match the clock changes of at least this many years. */
const CHECKED_YEARS = 12
const FIRST_YEAR = 1970

/** Returns the definition for events that begin at this instant or later. It begins in 1970 at the earliest. */
export function vtimezone(zone: string, from: number): Component {
  const year = Math.max(new Date(from).getUTCFullYear() - 1, FIRST_YEAR)
  const since = Math.min(year, steadySince(zone))
  return cache.get(`${zone} ${since}`, () => definition(zone, since))
}

const steadyYears = new Map<string, number>()

/**
 * Returns the first year of the zone's current yearly rule, or 2025 if it has none. Events after that year share one
 * definition.
 */
function steadySince(zone: string): number {
  const known = steadyYears.get(zone)
  if (known !== undefined) return known
  let year = 2025
  while (year > FIRST_YEAR && yearlyRules(zone, year - 1) !== null) year--
  steadyYears.set(zone, year)
  return year
}

function definition(zone: string, since: number): Component {
  const rules = yearlyRules(zone, since)
  const changes = changesFrom(zone, since, 2040).map(change => observance(change, []))
  const components = rules?.length ? rules : [constant(zone, since), ...(rules ?? changes)]
  return { name: 'VTIMEZONE', properties: [property('TZID', zone)], components }
}

/**
 * Returns the two yearly observances, an empty list if the clocks do not change, or null if the clock changes from this
 * year on follow no yearly rule.
 */
function yearlyRules(zone: string, since: number): Component[] | null {
  const changes = changesFrom(zone, since, Math.max(since, 2025) + CHECKED_YEARS)
  if (changes.length === 0) return []
  const kinds = Map.groupBy(
    changes,
    change => `${change.before} ${change.after} ${monthOf(change)} ${timeOf(change)}`,
  )
  const years = Math.max(since, 2025) + CHECKED_YEARS - since
  if (kinds.size !== 2) return null
  const rules: Component[] = []
  for (const same of kinds.values()) {
    const [first] = same
    if (!first || same.length !== years) return null
    const days = [lastWeekday, nthWeekday].map(find => new Set(same.map(find)))
    const steady = days.find(found => found.size === 1 && !found.has(''))
    const [day] = steady ?? []
    if (day === undefined) return null
    rules.push(observance(first, [property('RRULE', `FREQ=YEARLY;BYMONTH=${monthOf(first)};BYDAY=${day}`)]))
  }
  return rules
}

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']
const monthOf = ({ local }: Change): number => new Date(local).getUTCMonth() + 1
const timeOf = ({ local }: Change): number => local % DAY_MS
const weekdayOf = ({ local }: Change): string => WEEKDAYS[new Date(local).getUTCDay()] ?? ''
const nthWeekday = (change: Change): string =>
  `${Math.ceil(new Date(change.local).getUTCDate() / 7)}${weekdayOf(change)}`

function lastWeekday(change: Change): string {
  const week = new Date(change.local + 7 * DAY_MS)
  return week.getUTCMonth() + 1 === monthOf(change) ? '' : `-1${weekdayOf(change)}`
}

const allChanges = boundedCache<Change[]>(256)

function changesFrom(zone: string, since: number, until: number): Change[] {
  const changes = allChanges.get(zone, () => {
    const { ends, offsets } = zoneOffsets(zone)
    return Array.from(ends.slice(0, -1), (at, index) => {
      const [before = 0, after = 0] = [offsets[index], offsets[index + 1]]
      return { zone, at, local: at + before, before, after }
    }).filter(({ before, after }) => before !== after)
  })
  return changes.filter(({ at }) => at >= Date.UTC(since, 0, 1) && at < Date.UTC(until, 0, 1))
}

const observance = (
  { zone, at, local, before, after }: Change,
  more: Component['properties'],
): Component => ({
  name: after > before ? 'DAYLIGHT' : 'STANDARD',
  properties: [
    property('DTSTART', localText(local)),
    ...more,
    property('TZOFFSETFROM', offsetText(before)),
    property('TZOFFSETTO', offsetText(after)),
    property('TZNAME', shortName(zone, at)),
  ],
  components: [],
})

function constant(zone: string, year: number): Component {
  const local = Date.UTC(year, 0, 1)
  const before = toLocal(zoneOffsets(zone), local) - local
  return observance({ zone, at: local, local, before, after: before }, [])
}

function localText(local: number): string {
  const pad = (value: number) => String(value).padStart(2, '0')
  const date = new Date(local)
  return `${dateText(local)}T${pad(date.getUTCHours())}${pad(date.getUTCMinutes())}${pad(date.getUTCSeconds())}`
}

function offsetText(offset: number): string {
  const seconds = Math.abs(Math.round(offset / 1_000))
  const pad = (value: number) => String(value).padStart(2, '0')
  const text = `${offset < 0 ? '-' : '+'}${pad(Math.floor(seconds / 3600))}${pad(Math.floor(seconds / 60) % 60)}`
  return seconds % 60 === 0 ? text : `${text}${pad(seconds % 60)}`
}

const formats = boundedCache<Intl.DateTimeFormat>(64)

function shortName(zone: string, at: number): string {
  const format = formats.get(
    zone,
    () => new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'short' }),
  )
  return format.formatToParts(at).find(part => part.type === 'timeZoneName')?.value ?? zone
}
