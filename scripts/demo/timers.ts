// Creates the past and running timers of the demo, each action at its own time.
import { HABITS, type PersonName, RECENT, WEEKS } from './data.ts'
import { type Event, FRIENDS, idOf, instantOf, type World } from './world.ts'

const MINUTE_MS = 60_000
const ALLOCATED_S = 3_000

interface DemoTimer {
  person: PersonName
  title: string
  tag: string
  start: number
  /** Minutes of running and pausing, alternating. */
  parts: readonly number[]
}

export function timerEvents(world: World): Event[] {
  const recent = RECENT.map(({ minutesAgo, ...timer }) => ({
    ...timer,
    start: world.now - minutesAgo * MINUTE_MS,
  }))
  return [...pastTimers(world), ...recent].flatMap(timer => eventsOf(world, timer))
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

function eventsOf({ people, tags }: World, { person, title, tag, start, parts }: DemoTimer): Event[] {
  const { socket } = people[person]
  let id = ''
  const create = async () => {
    const timer = await socket.start({
      title,
      allocated_duration: ALLOCATED_S,
      tag_ids: [idOf(tags, tag)],
      visibility: FRIENDS,
    })
    id = timer.id
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
