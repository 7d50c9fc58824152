// Creates the past and running timers of the demo, each action at its own time.
import { EARLIER_WEEKS, HABITS, type PersonName, RECENT, TASKS, VACATION_WEEKS, WEEKS } from './data.ts'
import { type Event, FRIENDS, idOf, instantOf, iso, type World } from './world.ts'

const MINUTE_MS = 60_000
const ALLOCATED_S = 3_000

interface DemoTimer {
  person: PersonName
  title: string
  /** Missing for timers that have the tags of their todo. */
  tag?: string
  todo?: string
  start: number
  /** Minutes of running and pausing, alternating. */
  parts: readonly number[]
}

export function timerEvents(world: World): Event[] {
  const recent = RECENT.map(({ minutesAgo, ...timer }) => ({
    ...timer,
    start: world.now - minutesAgo * MINUTE_MS,
  }))
  return [...pastTimers(world), ...taskTimers(world), ...recent].flatMap(timer => eventsOf(world, timer))
}

function pastTimers(world: World): DemoTimer[] {
  const days = Array.from({ length: 7 * WEEKS - 1 }, (_, index) => index + 1)
  return Object.entries(HABITS).flatMap(([person, habits]) =>
    habits.flatMap(({ title, tag, weekdays, at, parts }) =>
      days
        .map(daysAgo => ({ date: world.today.subtract({ days: daysAgo }), daysAgo }))
        .filter(({ date }) => weekdays.includes(date.dayOfWeek))
        .map(({ date, daysAgo }) => {
          // Varies the start, so that days look different.
          const minutes = (daysAgo * 7) % 11
          const start = instantOf(world.zone, date, at) + minutes * MINUTE_MS
          return { person: person as PersonName, title, tag, start, parts: parts.map(part => part + minutes) }
        }),
    ),
  )
}

const taskTimers = ({ zone, today }: World): DemoTimer[] =>
  TASKS.map(({ todo, daysAgo, at, parts }) => ({
    ...{ person: 'Jonas', title: todo, todo, parts },
    start: instantOf(zone, today.subtract({ days: daysAgo }), at),
  }))

/** Adds the habits of the weeks before as records, because starting and stopping timers would take long. */
export async function addEarlierTime({ people, tags, today, zone }: World): Promise<void> {
  const { client } = people.Jonas
  for (let daysAgo = 7 * (WEEKS + EARLIER_WEEKS); daysAgo > 7 * WEEKS; daysAgo--) {
    const date = today.subtract({ days: daysAgo })
    const isFree = VACATION_WEEKS.includes(Math.floor(daysAgo / 7)) || daysAgo % 11 === 0
    for (const { title, tag, weekdays, at, parts } of isFree ? [] : HABITS.Jonas) {
      // Every other habit, so that the days differ.
      if (!weekdays.includes(date.dayOfWeek) || (daysAgo + title.length) % 3 === 0) continue
      const start = instantOf(zone, date, at)
      const minutes = parts.reduce((sum, part) => sum + part, (daysAgo * 7) % 23)
      await client.timers.addRecord({
        body: {
          ...{ title, tag_ids: [idOf(tags, tag)], visibility: FRIENDS },
          segments: [{ start: iso(start), end: iso(start + minutes * MINUTE_MS) }],
        },
      })
    }
  }
}

/** The calendar entry with the same title on that day, or its series. */
function entryOf({ entries, zone }: World, { person, title, start }: DemoTimer): string | undefined {
  const date = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(zone).toPlainDate()
  return person === 'Jonas' ? (entries.get(`${title} ${date}`) ?? entries.get(title)) : undefined
}

function eventsOf(world: World, timer: DemoTimer): Event[] {
  const { person, title, tag, todo, start, parts } = timer
  const { socket } = world.people[person]
  const entry = entryOf(world, timer)
  let id = ''
  const create = async () => {
    const started = await socket.start({
      title,
      allocated_duration: ALLOCATED_S,
      tag_ids: tag === undefined ? [] : [idOf(world.tags, tag)],
      todo_id: todo === undefined ? null : idOf(world.todos, todo),
      schedule_id: entry ?? null,
      visibility: FRIENDS,
    })
    id = started.id
  }
  const events: Event[] = [{ at: start, happen: create }]
  let at = start
  for (const [index, minutes] of parts.entries()) {
    at += minutes * MINUTE_MS
    const action = index === parts.length - 1 ? 'stop' : index % 2 === 0 ? 'pause' : 'resume'
    events.push({ at, happen: () => socket[action](id) })
  }
  return events
}
