// Measures requests per second with 1 and 2 workers, pinned to 1 and 2 cores (taskset). Everything else runs on
// the remaining cores, if there are any. Run it on a quiet machine with at least 4 cores:
//   npm run bench:sizing                       also measures the costs (sizing.ts) and writes both to docs/scaling.md
//   node bench/sizing/workers.ts [--write]
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@daymark/client'
import { startPostgres } from '../../scripts/services/postgres.ts'
import { childrenOf } from '../../scripts/services/processes.ts'
import { startRedis } from '../../scripts/services/redis.ts'
import { buildServer } from '../../scripts/services/server-program.ts'
import { startIssuer } from '../../server/test/support/issuer.ts'
import { startProgram } from '../../server/test/support/process.ts'
import { type Load, load, median } from '../support/load.ts'
import { processorTime, residentBytes } from '../support/processor.ts'

const ROUNDS = Number(process.env['ROUNDS'] ?? 5)
const ROUND_MS = Number(process.env['ROUND_MS'] ?? 3_000)
const PEOPLE = 16
const TODOS_EACH = 50
const PAGE = join(import.meta.dirname, '../../docs/scaling.md')
const PROCESSORS = cpus().length

const list = (from: number, to: number) => (from === to ? `${from}` : `${from}-${to}`)
/** Pins processes and all of their threads. */
function pin(pids: readonly number[], processors: string): void {
  for (const pid of pids)
    execFileSync('taskset', ['--all-tasks', '--pid', '--cpu-list', processors, `${pid}`])
}
const withChildren = (pid: number): number[] => [pid, ...childrenOf(pid)]

async function measure(workers: number): Promise<string[]> {
  await using cleanUp = new AsyncDisposableStack()
  const issuer = await startIssuer()
  cleanUp.defer(() => issuer.close())
  const postgres = cleanUp.use(await startPostgres({ durable: true }))
  const redis = cleanUp.use(await startRedis())
  const server = await startProgram({
    ...{ DATABASE_URL: postgres.url, REDIS_URL: redis.url, WORKERS: `${workers}`, LOG_LEVEL: 'info' },
    ...issuer.settings,
  })
  cleanUp.defer(async () => void (await server.stop()))
  const own = workers === 1 ? [server.pid] : withChildren(server.pid)
  pin(own, list(0, workers - 1))
  const rest = PROCESSORS > workers ? list(workers, PROCESSORS - 1) : list(0, PROCESSORS - 1)
  pin([process.pid, ...withChildren(postgres.pid), redis.pid], rest)

  const tokens: string[] = []
  let first = ''
  for (let i = 0; i < PEOPLE; i++) {
    const token = await issuer.token({ sub: `person-${i}`, name: `Person ${i}` }, { expiresIn: 86_400 })
    const client = createClient({ baseUrl: server.url, token })
    const group = await client.tags.createGroup({ body: { name: 'Work', color: '#4F86C6' } })
    const body = { title: 'A todo of usual length', tag_group_id: group.id }
    await Promise.all(Array.from({ length: TODOS_EACH }, () => client.todos.create({ body })))
    tokens.push(token)
    first ||= group.id
  }
  const [token = ''] = tokens
  const everyone = { port: Number(new URL(server.url).port), connections: 64, milliseconds: ROUND_MS }
  const loads: [string, Load][] = [
    ['own profile', { ...everyone, tokens, path: '/v1/users/me' }],
    ['list 50 todos', { ...everyone, tokens, path: '/v1/todos?limit=50' }],
    [
      'create a todo (durable, one person)',
      { ...everyone, token, method: 'POST', path: '/v1/todos', body: { title: 'New', tag_group_id: first } },
    ],
  ]
  const memory = own.reduce((sum, pid) => sum + residentBytes(pid), 0) / 1_000_000
  const rows: string[] = []
  for (const [name, each] of loads) {
    await load(each)
    const rates: number[] = []
    const costs: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const before = own.map(processorTime)
      const { requests, perSecond } = await load(each)
      rates.push(perSecond)
      costs.push(own.reduce((sum, pid, i) => sum + processorTime(pid) - (before[i] ?? 0), 0) / requests)
    }
    rows.push(
      `| ${workers} | ${name} | ${median(rates).toFixed(0)} | ${median(costs).toFixed(0)} | ${memory.toFixed(0)} |`,
    )
  }
  return rows
}

process.env['TEST_SERVER'] ??= await buildServer()
const text = `Measured on ${new Date().toISOString().slice(0, 10)} on ${PROCESSORS} processors at a load of ${loadavg()[0]?.toFixed(1)}; each worker has one of them, PostgreSQL, Redis
and the clients have ${PROCESSORS > 2 ? 'the others' : 'what is left, so that two workers share both processors with them'}. ${ROUNDS} rounds, medians, limits off:

| workers | request | requests/s | CPU µs | memory MB |
|---|---|---|---|---|
${[...(await measure(1)), ...(await measure(2))].join('\n')}`
console.log(text)
if (process.argv.includes('--write')) {
  const page = readFileSync(PAGE, 'utf8')
  const [begin, end] = ['<!-- workers -->', '<!-- end workers -->']
  writeFileSync(
    PAGE,
    `${page.slice(0, page.indexOf(begin))}${begin}\n${text}\n${page.slice(page.indexOf(end))}`,
  )
}
