// What the parts of the demo share: its people, their tags, and its current time.
import type { PersonName } from './data.ts'
import type { TimeTraveler } from './time-machine.ts'

export interface World {
  /** Epoch milliseconds of the end of the demo. */
  now: number
  today: Temporal.PlainDate
  /** The IANA time zone of all people. */
  zone: string
  people: Record<PersonName, TimeTraveler>
  /** Ids by name; names are unique in the whole demo. */
  tags: Map<string, string>
  lists: Map<string, string>
}

/** Something that happens at a given time. */
export interface Event {
  at: number
  happen(): Promise<unknown>
}

/** Shared with friends, so that each of them sees something of the others. */
export const FRIENDS = { level: 'friends' } as const

export const instantOf = (zone: string, date: Temporal.PlainDate, time: string): number =>
  date.toZonedDateTime({ timeZone: zone, plainTime: time }).epochMilliseconds

export const iso = (ms: number): string => new Date(ms).toISOString()

export function idOf(ids: ReadonlyMap<string, string>, name: string): string {
  const id = ids.get(name)
  if (id === undefined) throw new Error(`The demo has no "${name}".`)
  return id
}
