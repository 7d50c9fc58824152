// Compares two instances with one, on the same PostgreSQL and Redis, in interleaved rounds. Target: two instances
// answer 1.6 times as many reads as one. Each instance is throttled to a fraction of a core, so that it is the
// bottleneck instead of this machine.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { startPostgres } from '../../scripts/services/postgres.ts'
import { startRedis } from '../../scripts/services/redis.ts'
import { openPostgresStorage } from '../../server/src/platform/storage/postgres/postgres.ts'
import { startTestApp } from '../../server/test/support/app.ts'
import {
  CONNECTIONS,
  type Figures,
  measure,
  type Program,
  ROUNDS,
  startProgram,
} from '../support/interleave.ts'
import { median } from '../support/load.ts'

const TODOS = 100
/** Each instance's share of a core. */
const PART = process.env['PART'] ?? '0.1'
const OWNER = 'ann'

async function seed(url: string): Promise<string> {
  const server = await startTestApp(await openPostgresStorage(url))
  const ann = await server.as(OWNER)
  const group = await ann.tags.createGroup({ body: { name: 'Work', color: '#4F86C6', is_todo_group: true } })
  const tag = await ann.tags.create({ body: { group_id: group.id, name: 'soon', color: '#2E7D32' } })
  let last = ''
  for (let n = 0; n < TODOS; n++) {
    const body = {
      title: `Todo ${n}`,
      tag_group_id: group.id,
      tag_ids: [tag.id],
      deadline: '2026-03-04T16:00:00Z',
    }
    last = (await ann.todos.create({ body })).id
  }
  await server.close()
  return last
}

const of = (program: Program, path: string) => ({ program, path, token: program.tokens?.[OWNER] ?? '' })

async function both(programs: Program[], path: string): Promise<Figures> {
  const found = await Promise.all(programs.map(program => measure(of(program, path))))
  const sum = (pick: (each: Figures) => number) => found.reduce((total, each) => total + pick(each), 0)
  return { perSecond: sum(each => each.perSecond), cpu: sum(each => each.cpu) / found.length }
}

async function main(): Promise<void> {
  const [postgres, redis] = [await startPostgres(), await startRedis()]
  const todo_id = await seed(postgres.url)
  const order = {
    database: { kind: 'postgres', url: postgres.url },
    people: [OWNER],
    settings: { REDIS_URL: redis.url },
  }
  const programs = [
    await startProgram('support/our-server.ts', order),
    await startProgram('support/our-server.ts', order),
  ]
  const throttles = programs.map(({ pid }) =>
    spawn(process.execPath, [join(import.meta.dirname, '../support/throttle.ts'), String(pid), PART]),
  )
  console.log(
    `PostgreSQL and Redis, ${PART} of a core for each instance, ${ROUNDS} rounds, ${CONNECTIONS} connections to each, medians\n`,
  )
  console.log('| scenario | one instance/s | two/s | ratio | CPU µs of one | of two, each | target |')
  console.log('|---|---|---|---|---|---|---|')
  for (const [name, path] of [
    ['get a todo', `/v1/todos/${todo_id}`],
    ['list 50 todos', '/v1/todos?limit=50'],
  ] as const) {
    await both(programs, path)
    const rounds: { one: Figures; two: Figures }[] = []
    for (let round = 0; round < ROUNDS; round++)
      rounds.push({ one: await both(programs.slice(0, 1), path), two: await both(programs, path) })
    const middle = (pick: (round: { one: Figures; two: Figures }) => number) => median(rounds.map(pick))
    const rates = `${middle(each => each.one.perSecond).toFixed(0)} | ${middle(each => each.two.perSecond).toFixed(0)}`
    const ratio = middle(each => each.two.perSecond / each.one.perSecond).toFixed(2)
    const cpu = `${middle(each => each.one.cpu).toFixed(0)} | ${middle(each => each.two.cpu).toFixed(0)}`
    console.log(`| ${name} | ${rates} | ${ratio} | ${cpu} | 1.6 |`)
  }
  for (const throttle of throttles) throttle.kill()
  for (const { pid } of programs) process.kill(pid, 'SIGCONT')
  for (const program of programs) await program.stop()
  await redis.discard()
  await postgres.discard()
}

await main()
