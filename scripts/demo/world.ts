import type { PersonName } from './data.ts'
import type { TimeTraveler } from './time-machine.ts'

export interface World {
  /** The end of the demo data, in epoch milliseconds. */
  now: number
  today: Temporal.PlainDate
  /** The IANA time zone of all people. */
  zone: string
  people: Record<PersonName, TimeTraveler>
  /** Maps tag names to ids. Names are unique in the whole demo. */
  tags: Map<string, string>
  lists: Map<string, string>
  todos: Map<string, string>
  /** Calendar entry ids. A series is keyed by its title, other entries by title and date. */
  entries: Map<string, string>
}

/** An action at a given time. */
export interface Event {
  at: number
  happen(): Promise<unknown>
}

/** Makes demo items visible to friends, so that each person sees shared items. */
export const FRIENDS = { level: 'friends' } as const

export const instantOf = (zone: string, date: Temporal.PlainDate, time: string): number =>
  date.toZonedDateTime({ timeZone: zone, plainTime: time }).epochMilliseconds

export const iso = (ms: number): string => new Date(ms).toISOString()

export function idOf(ids: ReadonlyMap<string, string>, name: string): string {
  const id = ids.get(name)
  if (id === undefined) throw new Error(`The demo has no "${name}".`)
  return id
}
