// Fills a SQLite file for the comparisons and records what the server asks of it for each scenario.
import { DatabaseSync } from 'node:sqlite'
import { newId } from '../../server/src/kernel/ids.ts'
import { openSqliteStorage } from '../../server/src/storage/sqlite.ts'
import { startTestApp, type TestApp } from '../../server/test/support/app.ts'
import { type Asked, type Recorded, type Request, record, recordingStorage } from './record.ts'
import { seedSchedules } from './schedule-seed.ts'
import type { Statements } from './todo-limit.ts'
import { seedTodos } from './todo-seed.ts'

const SERIES = 100
const TIMERS = 50
const BEGIN = Date.UTC(2016, 0, 4, 14)
const HOUR = 3_600_000

/** A request of the person `person`, without a token yet. */
export type Scenario = Omit<Request, 'token'> & { person: string }

export interface Prepared {
  todo_id: string
  scenarios: Record<string, Scenario>
  recorded: Record<string, Recorded>
  todos: Statements
}

export async function prepare(path: string): Promise<Prepared> {
  await (await openSqliteStorage(path)).close()
  const { todo_id } = seedTodos(path, 'thousand', 1_000)
  const writer = seedTodos(path, 'writer', 100)
  seedTimers(path, 'writer')
  const { storage, asked } = recordingStorage(await openSqliteStorage(path))
  const server = await startTestApp(storage)
  const signIn = tokensOf(server)
  const people = { thousand: await signIn('thousand'), writer: await signIn('writer') }
  await seedSeries(server, 'writer')
  const one = await record(server, asked, { path: `/v1/todos/${todo_id}`, token: people.thousand })
  const list = await record(server, asked, { path: '/v1/todos', token: people.thousand })
  const scenarios = await writerScenarios(server, asked, writer.todo_id, people.writer)
  // Of a server that reads todos by one statement each, the limit replays these too.
  const some = await record(server, asked, { path: '/v1/todos?limit=50', token: people.thousand })
  const recorded: Record<string, Recorded> = one.statements[1]
    ? {}
    : { '/v1/todos/:id': one, list50: some, list1000: list }
  for (const [name, { person: _person, ...request }] of Object.entries(scenarios)) {
    // The second time is like all that follow: what is written once is not written again.
    await record(server, asked, { ...request, token: people.writer })
    recorded[name] = await record(server, asked, { ...request, token: people.writer })
  }
  await server.close()
  const text = (of: Recorded, at: number) => of.statements[at]?.text ?? ''
  return {
    todo_id,
    scenarios,
    recorded,
    todos: { one: text(one, 0), tags: text(one, 1), list: text(list, 0) },
  }
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
  const create = {
    title: 'Write the report',
    description: 'What there is to say about it',
    tag_group_id,
    tag_ids: tags.map(each => each.id),
    deadline: '2026-03-04T16:00:00Z',
  }
  const person = 'writer'
  return {
    create: { path: '/v1/todos', method: 'POST', body: create, person },
    patch: { path: `/v1/todos/${todo_id}`, method: 'PATCH', body: { title: 'Another title' }, person },
    tags: { path: '/v1/tags', person },
    timers: { path: '/v1/timers', person },
    series: { path: '/v1/schedules?start_date=2026-03-01&end_date=2026-04-01&limit=500', person },
  }
}

const seedSeries = (server: TestApp, owner: string) =>
  seedSchedules(
    server.storage,
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
