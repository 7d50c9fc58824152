// The shared state of the demo scripts: people, tag ids and the current time.
import type { PersonName } from './data.ts'
import type { TimeTraveler } from './time-machine.ts'

export interface World {
  /** The end of the demo data, in epoch milliseconds. */
  now: number
  today: Temporal.PlainDate
  /** The IANA time zone of all people. */
  zone: string
  people: Record<PersonName, TimeTraveler>
  /** Tag ids by name. Names are unique in the whole demo. */
  tags: Map<string, string>
  lists: Map<string, string>
  todos: Map<string, string>
  /** Calendar entries: a series by its title, other entries by title and date. */
  entries: Map<string, string>
}

/** An action at a given time. */
export interface Event {
  at: number
  happen(): Promise<unknown>
}

/** Visibility of shared demo items, so that each person sees items of the others. */
export const FRIENDS = { level: 'friends' } as const

export const instantOf = (zone: string, date: Temporal.PlainDate, time: string): number =>
  date.toZonedDateTime({ timeZone: zone, plainTime: time }).epochMilliseconds

export const iso = (ms: number): string => new Date(ms).toISOString()

export function idOf(ids: ReadonlyMap<string, string>, name: string): string {
  const id = ids.get(name)
  if (id === undefined) throw new Error(`The demo has no "${name}".`)
  return id
}
