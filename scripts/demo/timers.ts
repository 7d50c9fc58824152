// Creates the demo's timers: those of the last weeks action by action, earlier ones as completed records.
import { HABITS, type PersonName, RECENT, TASKS, VACATION_WEEKS, WEEKS } from './data.ts'
import { type Event, FRIENDS, idOf, instantOf, iso, type World } from './world.ts'

const MINUTE_MS = 60_000
const ALLOCATED_S = 3_000

interface DemoTimer {
  person: PersonName
  title: string
  /** Undefined for timers that have their todo's tags. */
  tag?: string
  todo?: string
  start: number
  /** Minutes running and paused, alternating. */
  parts: readonly number[]
}

export function timerEvents(world: World, weeks: number): Event[] {
  const recent = RECENT.map(({ minutesAgo, ...timer }) => ({
    ...timer,
    start: world.now - minutesAgo * MINUTE_MS,
  }))
  return [...pastTimers(world, weeks), ...taskTimers(world), ...recent].flatMap(timer =>
    eventsOf(world, timer),
  )
}

function pastTimers(world: World, weeks: number): DemoTimer[] {
  const days = Array.from({ length: 7 * weeks - 1 }, (_, index) => index + 1)
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

/** Adds earlier habits as records, because starting and stopping a timer for each one is slow. */
export async function addEarlierTime({ people, tags, today, zone }: World, weeks: number): Promise<void> {
  const { client } = people.Jonas
  for (let week = WEEKS; week < WEEKS + weeks; week++) {
    if (VACATION_WEEKS.includes(week)) continue
    const days = Array.from({ length: 7 }, (_, day) => week * 7 + day + 1)
    const records = days.flatMap(daysAgo => earlierRecords(today.subtract({ days: daysAgo }), daysAgo))
    await Promise.all(
      records.map(({ title, tag, date, at, minutes }) => {
        const start = instantOf(zone, date, at)
        const segments = [{ start: iso(start), end: iso(start + minutes * MINUTE_MS) }]
        const body = { title, tag_ids: [idOf(tags, tag)], visibility: FRIENDS, segments }
        return client.timers.addRecord({ body })
      }),
    )
  }
}

/** Returns the records of one day. Skips some days and some habits, so that the days differ. */
const earlierRecords = (date: Temporal.PlainDate, daysAgo: number) =>
  HABITS.Jonas.filter(
    ({ title, weekdays }) =>
      weekdays.includes(date.dayOfWeek) && daysAgo % 11 !== 0 && (daysAgo + title.length) % 3 !== 0,
  ).map(({ title, tag, at, parts }) => ({
    ...{ title, tag, date, at },
    minutes: parts.reduce((sum, part) => sum + part, (daysAgo * 7) % 23),
  }))

/** Returns the id of Jonas's calendar entry with the timer's title on that day, or of the series with that title. */
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
