// Compares requests to the server with a minimal baseline server, in interleaved rounds, on both databases. Then
// measures the cost of authentication and rate limits.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { startPostgres } from '../../scripts/services/postgres.ts'
import { moveToPostgres } from '../../server/src/platform/storage/copies/move/directions.ts'
import type { DatabaseAddress } from '../../server/src/platform/storage/database-name.ts'
import { openStorage } from '../../server/src/platform/storage/open.ts'
import {
  CONNECTIONS,
  type Comparison,
  compare,
  type Program,
  ROUNDS,
  type Side,
  startProgram,
} from '../support/interleave.ts'
import { ask } from '../support/load.ts'
import {
  type Filled,
  fill,
  newTodoOf,
  type Prepared,
  recordAll,
  type Writer,
} from '../support/seeds/prepare.ts'
import { inWorkspace } from '../support/workspace.ts'

const NAMES: Record<string, string> = {
  get: 'get a todo',
  list50: 'list 50 todos',
  list1000: 'list 1,000 todos',
  create: 'create a todo, durable',
  create1000: 'create, 1,000 owners',
  patch: 'patch a todo, durable',
  patch1000: 'patch, 1,000 owners',
  tags: 'tag list',
  timers: '50 timers',
  series: '500 of 100 daily series',
  calendar: 'calendar month of 100 daily series',
}
const TARGETS: Record<string, Record<string, number>> = {
  SQLite: { get: 0.8, list50: 0.85, list1000: 0.85, create: 0.6, timers: 0.75, calendar: 0.3 },
  PostgreSQL: { create: 0.7, create1000: 0.7, patch: 0.7, patch1000: 0.7 },
}
const PEOPLE = ['thousand', 'writer', 'planner']
/** The number of people who send requests in rotation, so that the rate limits count many people. */
const ASKERS = 1_000

const wanted = process.argv.slice(2)
const chosen = (name: string) => wanted.length === 0 || wanted.includes(name)

await inWorkspace(async folder => {
  const path = join(folder, 'daymark.db')
  const filled = await fill(path)
  const sqlite: DatabaseAddress = { kind: 'sqlite', path }
  const postgres = chosen('postgres') ? await startPostgres({ durable: true }) : undefined
  console.log(`${ROUNDS} rounds, ${CONNECTIONS} connections, medians\n`)
  if (postgres) await (await openStorage({ kind: 'postgres', url: postgres.url })).close()
  if (postgres) await moveToPostgres(path, postgres.url, () => {})
  if (chosen('sqlite')) await onDatabase('SQLite', sqlite, await recordAll(sqlite, filled), filled)
  if (postgres) {
    const database: DatabaseAddress = { kind: 'postgres', url: postgres.url }
    await onDatabase('PostgreSQL', database, await recordAll(database, filled), filled)
    await postgres.discard()
  }
  if (chosen('guards')) await guards(sqlite, await recordAll(sqlite, filled))
})

async function onDatabase(
  name: string,
  database: DatabaseAddress,
  prepared: Prepared,
  { others }: Filled,
): Promise<void> {
  const people = [...PEOPLE, ...others.map(({ person }) => person)]
  const ours = await startProgram('support/our-server.ts', { database, people })
  const limit = await startProgram('compare/limit.ts', { database, recorded: prepared.recorded })
  console.log(
    `| ${name} | requests/s: ours | limit | ours / limit | CPU µs: ours | limit | limit / ours | target |`,
  )
  console.log('|---|---|---|---|---|---|---|---|')
  const some = Object.keys(NAMES).filter(key => wanted.includes(key))
  for (const key of some.length > 0 ? some : Object.keys(NAMES)) {
    const [our, its] =
      key.endsWith('1000') && key !== 'list1000'
        ? manySides(key, others, ours, limit)
        : sides(key, prepared, ours, limit)
    if (!its.method) assert.ok(isDeepStrictEqual(await answerOf(our), await answerOf(its)), 'the same JSON')
    const target = TARGETS[name]?.[key]
    tell(NAMES[key] ?? key, await compare(our, its), target)
  }
  console.log('')
  await ours.stop()
  await limit.stop()
}

function sides(key: string, { scenarios, recorded }: Prepared, ours: Program, limit: Program): [Side, Side] {
  const { person, ...request } = scenarios[key] ?? assert.fail(`There is no ${key}.`)
  return [
    { program: ours, ...request, token: ours.tokens?.[person] ?? '' },
    { program: limit, path: `/replay/${key}`, ...(recorded[key]?.writes && { method: 'POST' }) },
  ]
}

/** Returns both sides: the server, with requests from all people in `others` in rotation, and the baseline server. */
function manySides(key: string, others: readonly Writer[], ours: Program, limit: Program): [Side, Side] {
  const creates = key === 'create1000'
  const requests = others.map(writer => ({
    path: creates ? '/v1/todos' : `/v1/todos/${writer.todo_id}`,
    body: creates ? newTodoOf(writer) : { title: 'Another title' },
    token: ours.tokens?.[writer.person] ?? '',
  }))
  return [
    { program: ours, path: '', method: creates ? 'POST' : 'PATCH', requests },
    { program: limit, path: `/replay/${key}`, method: 'POST' },
  ]
}

function answerOf({ program, ...what }: Side): Promise<unknown> {
  return ask({ port: program.port, ...what })
}

/** Measures what the server's authentication and rate limit hooks cost, by adding them to the baseline server. */
async function guards(database: DatabaseAddress, prepared: Prepared): Promise<void> {
  const { recorded } = prepared
  const ours = await startProgram('support/our-server.ts', { database, people: PEOPLE })
  const plain = await startProgram('compare/limit.ts', { database, recorded })
  const withHooks = await startProgram('compare/limit.ts', { database, recorded, withHooks: true })
  const tokens = Array.from({ length: ASKERS }, (_, at) => `person-${at}`)
  const [our, its] = sides('get', prepared, ours, plain)
  const added = await compare({ ...its, program: withHooks, tokens }, { ...its, tokens })
  const get = await compare(our, its, 3)
  const cost = added.ours.cpu - added.limit.cpu
  console.log(
    `Sign-in (cached token) and limits (${ASKERS.toLocaleString('en')} people) add ${cost.toFixed(1)} µs: ` +
      `${((100 * cost) / (get.ours.cpu + cost)).toFixed(0)}% of a GET. Target: 15%.`,
  )
  for (const program of [ours, plain, withHooks]) await program.stop()
}

function tell(name: string, { ours, limit, ratio, cpuRatio }: Comparison, target?: number): void {
  const rates = `${ours.perSecond.toFixed(0)} | ${limit.perSecond.toFixed(0)} | ${ratio.toFixed(2)}`
  const cpu = `${ours.cpu.toFixed(0)} | ${limit.cpu.toFixed(0)} | ${cpuRatio.toFixed(2)}`
  console.log(`| ${name} | ${rates} | ${cpu} | ${target?.toFixed(2) ?? ''} |`)
}
