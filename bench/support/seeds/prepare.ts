// Fills a SQLite file for the comparisons and records each scenario's SQL statements.
import { DatabaseSync } from 'node:sqlite'
import { newId } from '../../../server/src/platform/kernel/ids.ts'
import type { DatabaseAddress } from '../../../server/src/platform/storage/database-name.ts'
import { openStorage } from '../../../server/src/platform/storage/open.ts'
import { openSqliteStorage } from '../../../server/src/platform/storage/sqlite/sqlite.ts'
import type { Storage } from '../../../server/src/platform/storage/unit-of-work.ts'
import { startTestApp, type TestApp } from '../../../server/test/support/app.ts'
import { type Asked, type Recorded, type Request, record, recordingStorage } from '../record.ts'
import { seedSchedules } from './schedule-seed.ts'
import { seedPeople, seedTodos } from './todo-seed.ts'

const SERIES = 100
const TIMERS = 50
const BEGIN = Date.UTC(2016, 0, 4, 14)
const HOUR = 3_600_000

const MONTH = {
  query: `query { calendar(startDate: "2026-03-01", endDate: "2026-03-31") {
    days { date events { id title startAt endAt } } } }`,
}

/** A request by `person`. The token is added later. */
export type Scenario = Omit<Request, 'token'> & { person: string }

export interface Prepared {
  scenarios: Record<string, Scenario>
  recorded: Record<string, Recorded>
}

/** A person and their items, which write scenarios use. */
export interface Writer {
  person: string
  tag_group_id: string
  tag_ids: string[]
  todo_id: string
  schedule_id: string
}

export interface Filled {
  todo_id: string
  own_todo_id: string
  writer: Writer
  /** 1,000 people with one todo each. */
  others: Writer[]
}

const OTHERS = Array.from({ length: 1_000 }, (_, at) => `person-${at}`)

/** Fills a new SQLite file with the people, todos, timers and series for the scenarios. */
export async function fill(path: string): Promise<Filled> {
  const storage = await openSqliteStorage(path)
  const { todo_id } = seedTodos(path, 'thousand', 1_000)
  const writer = seedTodos(path, 'writer', 100)
  seedTimers(path, 'writer')
  // Uses a separate person for the calendar scenarios, because write scenarios would change the calendar.
  seedTodos(path, 'planner', 0)
  await seedSeries(storage, 'planner')
  await storage.close()
  seedPeople(path, OTHERS, 1)
  const writers = readWriters(path)
  const others = OTHERS.map(person => writers.get(person)).filter(each => each !== undefined)
  const own = writers.get('writer')
  if (!own) throw new Error('The writer has no todo.')
  return { todo_id, own_todo_id: writer.todo_id, writer: own, others }
}

/** Reads each person's last todo, with its tags and linked schedule. */
function readWriters(path: string): Map<string, Writer> {
  const db = new DatabaseSync(path)
  const rows = db
    .prepare(`
      select t.owner_id as person, t.tag_group_id, t.id as todo_id, s.id as schedule_id,
        (select group_concat(tag_id) from todo_tags where todo_id = t.id) as tag_ids
      from todos t join schedules s on s.source_todo_id = t.id order by t.id`)
    .all() as unknown as (Omit<Writer, 'tag_ids'> & { tag_ids: string })[]
  db.close()
  return new Map(rows.map(row => [row.person, { ...row, tag_ids: row.tag_ids.split(',') }]))
}

export async function recordAll(database: DatabaseAddress, filled: Filled): Promise<Prepared> {
  const { storage, asked } = recordingStorage(await openStorage(database, {}))
  const server = await startTestApp(storage, {}, { watched: false })
  const signIn = tokensOf(server)
  const tokens: Record<string, string> = {
    thousand: await signIn('thousand'),
    writer: await signIn('writer'),
    planner: await signIn('planner'),
  }
  const scenarios = {
    get: { path: `/v1/todos/${filled.todo_id}`, person: 'thousand' },
    list50: { path: '/v1/todos?limit=50', person: 'thousand' },
    list1000: { path: '/v1/todos', person: 'thousand' },
    ...(await writerScenarios(server, asked, filled.own_todo_id, tokens['writer'] ?? '')),
  }
  const recorded: Record<string, Recorded> = {}
  const idsOf = ({ person, tag_group_id, tag_ids, todo_id, schedule_id }: Writer) => [
    ...[person, tag_group_id, ...tag_ids, todo_id, schedule_id],
  ]
  for (const [name, { person, ...request }] of Object.entries<Scenario>(scenarios)) {
    // Records only the second request, because the first one also makes one-time writes.
    await record(server, asked, { ...request, token: tokens[person] ?? '' })
    recorded[name] = await record(server, asked, { ...request, token: tokens[person] ?? '' })
  }
  await server.close()
  for (const name of ['create', 'patch']) {
    const one = recorded[name]
    if (one)
      recorded[`${name}1000`] = { ...one, named: idsOf(filled.writer), others: filled.others.map(idsOf) }
  }
  return { scenarios, recorded }
}

const tokensOf = (server: TestApp) => async (sub: string) => {
  const token = await server.issuer.token({ sub, name: sub }, { expiresIn: 86_400 })
  await server.fetch('/v1/users/me', { headers: { authorization: `Bearer ${token}` } })
  return token
}

async function writerScenarios(
  server: TestApp,
  asked: Asked[],
  todo_id: string,
  token: string,
): Promise<Record<string, Scenario>> {
  const { answer } = await record(server, asked, { path: `/v1/todos/${todo_id}`, token })
  const { tag_group_id, tags } = answer as { tag_group_id: string; tags: { id: string }[] }
  const create = newTodoOf({ tag_group_id, tag_ids: tags.map(each => each.id) })
  const person = 'writer'
  return {
    create: { path: '/v1/todos', method: 'POST', body: create, person },
    patch: { path: `/v1/todos/${todo_id}`, method: 'PATCH', body: { title: 'Another title' }, person },
    tags: { path: '/v1/tags', person },
    timers: { path: '/v1/timers', person },
    series: { path: '/v1/schedules?start_date=2026-03-01&end_date=2026-04-01&limit=500', person: 'planner' },
    calendar: { path: '/v1/graphql', method: 'POST', body: MONTH, person: 'planner' },
  }
}

export const newTodoOf = ({ tag_group_id, tag_ids }: Pick<Writer, 'tag_group_id' | 'tag_ids'>) => ({
  title: 'Write the report',
  description: 'What there is to say about it',
  tag_group_id,
  tag_ids,
  deadline: '2026-03-04T16:00:00Z',
})

const seedSeries = (storage: Storage, owner: string) =>
  seedSchedules(
    storage,
    owner,
    Array.from({ length: SERIES }, (_, at) => ({
      start_time: BEGIN + (at % 12) * HOUR,
      end_time: BEGIN + (at % 12) * HOUR + HOUR,
      timezone: 'America/New_York',
      recurrence_rule: 'FREQ=DAILY',
    })),
  )

function seedTimers(path: string, owner: string): void {
  const db = new DatabaseSync(path)
  const insert = db.prepare(`
    insert into timers (id, owner_id, title, allocated_duration, status, started_at, history, created_at, updated_at)
    values (?, ?, 'Focus', 1500, 'COMPLETED', ?, ?, ?, ?)`)
  for (let at = 0; at < TIMERS; at++) {
    const start = Date.UTC(2026, 0, 15, 10) + at * HOUR
    const history = JSON.stringify([
      ['start', start],
      ['stop', start + 1_500_000],
    ])
    insert.run(newId(), owner, start, history, start, start + 1_500_000)
  }
  db.close()
}
