// Creates the demo data over a server's API, and moves the server's clock through the past weeks.
import type { Config } from '../../server/src/config/config.ts'
import type { Storage } from '../../server/src/platform/storage/unit-of-work.ts'
import { EARLIER_WEEKS, PASSWORD, PEOPLE, type PersonName, TODOS_DAYS_AGO, WEEKS } from './data.ts'
import { befriend, createPoll } from './friends.ts'
import { createTags, planCalendar, writeTodos } from './planning.ts'
import { openTimeMachine, type TimeMachine, type TimeTraveler } from './time-machine.ts'
import { addEarlierTime, timerEvents } from './timers.ts'
import { type Event, instantOf, type World } from './world.ts'

const DAY_MS = 86_400_000

export interface SeedOptions {
  config: Config
  storage: Storage
  zone: string
  /** For how many weeks people have timers. Tests can use fewer. */
  weeks?: number
  /** How many weeks of records precede the timers. Tests can use fewer. */
  earlierWeeks?: number
}

/** Returns the id of the demo's meeting poll. */
export async function seedDemo({
  config,
  storage,
  zone,
  weeks = WEEKS,
  earlierWeeks = EARLIER_WEEKS,
}: SeedOptions): Promise<string> {
  await using machine = await openTimeMachine(config, storage, zone)
  const world = await createWorld(machine, zone)
  await befriend(world)
  await createTags(world)
  await planCalendar(world)
  await addEarlierTime(world, earlierWeeks)
  const events: Event[] = [
    { at: world.now - TODOS_DAYS_AGO * DAY_MS, happen: () => writeTodos(world) },
    ...timerEvents(world, weeks),
  ]
  for (const { at, happen } of events.toSorted((a, b) => a.at - b.at)) {
    machine.setTime(at)
    await happen()
  }
  machine.setTime(world.now)
  return await createPoll(world)
}

async function createWorld(machine: TimeMachine, zone: string): Promise<World> {
  const now = Date.now()
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate()
  const ids = { tags: new Map(), lists: new Map(), todos: new Map(), entries: new Map() }
  const world = { now, today, zone, ...ids }
  const people = {} as Record<PersonName, TimeTraveler>
  machine.setTime(instantOf(zone, today.subtract({ weeks: WEEKS }), '08:00'))
  for (const person of PEOPLE) people[person.name] = await machine.signUp(person, PASSWORD)
  return { ...world, people }
}
