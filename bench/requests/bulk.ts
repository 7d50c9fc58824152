// Measures bulk changes to many items, and undoing them. Runs on SQLite, and on PostgreSQL if TEST_POSTGRES_URL is set.
// ITEMS=1000 node bench/requests/bulk.ts
import { loadavg } from 'node:os'
import { startTestApp } from '../../server/test/support/app.ts'
import { newPerson, type Person } from '../../server/test/support/people.ts'
import { openFreshSqlite } from '../../server/test/support/sqlite.ts'
import { openFreshPostgres } from '../../server/test/support/storages.ts'

const ITEMS = Number(process.env['ITEMS'] ?? 1_000)
const TARGET_S = 5

const stores = {
  SQLite: openFreshSqlite,
  ...(process.env['TEST_POSTGRES_URL'] && { PostgreSQL: openFreshPostgres }),
}

const numbers = [...Array(ITEMS).keys()]
const dayAt = (at: number): string => new Date(Date.UTC(2031, 0, 1 + (at % 300))).toISOString().slice(0, 10)

interface Seeded {
  todos: string[]
  schedules: string[]
  timers: string[]
}

/**
 * Creates todos, schedules and timers. A third of the todos have a deadline, which also creates a schedule. All items
 * have a tag.
 */
async function seed({ client }: Person): Promise<Seeded> {
  const group = await client.tags.createGroup({
    body: { name: 'Work', color: '#112233', is_todo_group: true },
  })
  const tag = await client.tags.create({ body: { name: 'bench', color: '#445566', group_id: group.id } })
  const common = { tag_ids: [tag.id] }
  const made: Seeded = { todos: [], schedules: [], timers: [] }
  for (const at of numbers) {
    const todo = await client.todos.create({
      body: {
        ...common,
        title: `Todo ${at}`,
        tag_group_id: group.id,
        ...(at % 3 === 0 && { deadline: `${dayAt(at)}T12:00:00Z` }),
      },
    })
    made.todos.push(todo.id)
    const day = dayAt(at)
    const entry = { title: `Entry ${at}`, start_time: `${day}T09:00:00Z`, end_time: `${day}T10:00:00Z` }
    made.schedules.push((await client.schedules.create({ body: { ...common, ...entry } })).id)
    const segments = [{ start: '2026-03-02T09:00:00Z', end: '2026-03-02T10:00:00Z' }]
    const timer = { title: `Timer ${at}`, segments }
    made.timers.push((await client.timers.addRecord({ body: { ...common, ...timer } })).id)
  }
  return made
}

console.log(`${ITEMS.toLocaleString('en')} items of each kind, seconds\n`)
console.log('| database | bulk change | change | CPU | undo | CPU | target | load |')
console.log('|---|---|---|---|---|---|---|---|')
for (const [database, open] of Object.entries(stores)) {
  const server = await startTestApp(
    await open(),
    { QUOTA_TODOS: '0', RATE_LIMIT_MAX: '100000000' },
    { watched: false },
  )
  const me = await newPerson(server, 'bulk')
  const { todos, schedules, timers } = await seed(me)
  const { client } = me
  const done = { status: 'DONE' } as const
  const removed = { delete: true } as const
  const steps: [name: string, run: () => Promise<unknown>][] = [
    ['complete todos', () => client.todos.bulk({ body: { ids: todos, change: done } })],
    ['delete todos', () => client.todos.bulk({ body: { ids: todos, change: removed } })],
    ['move entries', () => client.schedules.bulk({ body: { ids: schedules, change: { shift_days: 1 } } })],
    ['delete entries', () => client.schedules.bulk({ body: { ids: schedules, change: removed } })],
    ['delete timers', () => client.timers.bulk({ body: { ids: timers, change: removed } })],
  ]
  const timed = async (run: () => Promise<unknown>) => {
    const [cpu, began] = [process.cpuUsage(), performance.now()]
    await run()
    const { user, system } = process.cpuUsage(cpu)
    return [(performance.now() - began) / 1000, (user + system) / 1e6]
      .map(each => each.toFixed(1))
      .join(' | ')
  }
  for (const [name, run] of steps) {
    const changed = await timed(run)
    const [batch] = await client.history.list({ query: { limit: 1 } })
    const undone = await timed(() => client.history.undo({ params: { batch_id: batch?.batch_id ?? '' } }))
    const load = loadavg()[0]?.toFixed(1)
    console.log(`| ${database} | ${name} | ${changed} | ${undone} | ${TARGET_S} | ${load} |`)
  }
  await server.close()
}
