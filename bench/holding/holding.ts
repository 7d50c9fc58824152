// Runs each attack by three people beside 20 normal users, on a server with 256 MB of heap:
//   npm run bench:holding                    all attacks on both databases
//   npm run bench:holding -- uploads search  only these; SECONDS=300 runs each for five minutes
//   npm run bench:holding -- --instances 2   on PostgreSQL and Redis, with the people spread over two instances
//   npm run bench:holding -- --sizes         very large accounts instead: see sizes.ts
// For each attack: the 99th percentile of the normal users before and during it, that of /health during it, which shows how
// long the event loop is busy in one piece, the errors of the normal users, and the memory of the server afterwards
// compared with before.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startPostgres } from '../../scripts/services/postgres.ts'
import { startRedis } from '../../scripts/services/redis.ts'
import { newId } from '../../server/src/platform/kernel/ids.ts'
import { type RunningServer, startProgram } from '../../server/test/support/process.ts'
import { onBothDatabases } from '../support/databases.ts'
import { residentMemory } from '../support/process-memory.ts'
import { type Attack, attacks, type Person, type Target } from './attacks.ts'
import { startHostileServer } from './hostile-server.ts'
import { emptyDatabase, signUp } from './sign-up.ts'
import { measureSizes } from './sizes.ts'

const SECONDS = Number(process.env['SECONDS'] ?? 15)
const NORMAL_USERS = 20
const ATTACKERS = 3
const PAUSE_MS = 150
const SETTLE_MS = 5_000
const MB = 1_048_576

interface Normal {
  p99: number
  requests: number
  errors: string[]
}

const { values, positionals: chosen } = parseArgs({
  allowPositionals: true,
  options: { sizes: { type: 'boolean' }, instances: { type: 'string', default: '1' } },
})
if (values.sizes) await measureSizes(chosen)
else await measureAttacks()

async function measureAttacks(): Promise<void> {
  const wanted = attacks.filter(({ name }) => chosen.length === 0 || chosen.includes(name))
  console.log(
    `Each attack for ${SECONDS} s by ${ATTACKERS} people beside ${NORMAL_USERS} normal users; heap of 256 MB, two cores\n`,
  )
  console.log(
    '| database | attack | p99 before | p99 during | ratio | /health p99 | errors of others | memory more than before | server |',
  )
  console.log('|---|---|---|---|---|---|---|---|---|')
  const instances = Number(values.instances)
  if (instances === 1)
    return onBothDatabases(async (database, url) => {
      for (const attack of wanted) await measure(attack, { database, url })
    })
  const [postgres, redis] = [await startPostgres({ durable: true }), await startRedis()]
  const database = `PostgreSQL, Redis, ${instances} instances`
  for (const attack of wanted)
    await measure(attack, { database, url: postgres.url, redis: redis.url, instances })
  await Promise.all([postgres.discard(), redis.discard()])
}

interface Backend {
  database: string
  /** Of PostgreSQL. */
  url?: string | undefined
  redis?: string
  instances?: number
}

async function measure(attack: Attack, { database, url, redis, instances = 1 }: Backend): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-holding-'))
  const hostile = await startHostileServer()
  const settings = {
    DATA_DIR: folder,
    NODE_OPTIONS: '--max-old-space-size=256',
    RATE_LIMIT_ENABLED: 'true',
    PUBLIC_URL: 'http://localhost',
    OUTBOUND_ALLOW_HTTP: 'true',
    OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8',
    ...(url !== undefined && { DATABASE_URL: await emptyDatabase(url) }),
    ...(redis !== undefined && { REDIS_URL: redis }),
  }
  const servers: RunningServer[] = []
  try {
    for (let started = 0; started < instances; started++) servers.push(await startProgram(settings))
    const targets = servers.map((server): Target => ({ url: server.url, hostile: hostile.url }))
    const people = await signUp(targets[0]?.url ?? '', settings, NORMAL_USERS + ATTACKERS)
    const attackers = people.slice(NORMAL_USERS).map((person, at) => [atOne(targets, at), person] as const)
    await Promise.all(attackers.map(each => attack.prepare?.(...each)))
    const normal = people.slice(0, NORMAL_USERS)
    await normalUse(targets, normal, AbortSignal.timeout(3_000))
    const quiet = await normalUse(targets, normal, AbortSignal.timeout(SECONDS * 1000))
    const memory = memoryOf(servers)
    const end = AbortSignal.timeout(SECONDS * 1000)
    const [busy, health] = await Promise.all([
      normalUse(targets, normal, end),
      Promise.all(targets.map(target => healthTimes(target, end))).then(all => Math.max(...all)),
      ...attackers.map(each => untilEnd(end, () => attack.run(...each, end))),
    ])
    await pause(SETTLE_MS)
    const alive = await Promise.all(
      targets.map(target =>
        fetch(`${target.url}/health`).then(
          ({ ok }) => ok,
          () => false,
        ),
      ),
    )
    const isAlive = alive.every(Boolean)
    const more = isAlive ? Math.round((memoryOf(servers) - memory) / MB) : 0
    const cells = [
      ...[database, attack.name, `${quiet.p99.toFixed(0)} ms`, `${busy.p99.toFixed(0)} ms`],
      ...[
        (busy.p99 / quiet.p99).toFixed(1),
        `${health.toFixed(0)} ms`,
        `${busy.errors.length} of ${busy.requests}`,
      ],
      ...[`${more} MB`, isAlive ? 'up' : 'ENDED'],
    ]
    console.log(`| ${cells.join(' | ')} |`)
    for (const error of new Set(busy.errors)) console.error(`  ${error}`)
  } finally {
    await Promise.all(servers.map(server => server.kill()))
    await hostile.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Spreads people over the instances. */
function atOne(targets: readonly Target[], at: number): Target {
  const target = targets[at % targets.length]
  if (!target) throw new Error('There is no server.')
  return target
}

function memoryOf(servers: readonly RunningServer[]): number {
  return servers.reduce((sum, { pid }) => sum + residentMemory(pid).own, 0)
}

/** Reads, writes and patches as an open app does. Returns the 99th percentile of the times of all requests. */
async function normalUse(
  targets: readonly Target[],
  people: readonly Person[],
  end: AbortSignal,
): Promise<Normal> {
  const times: number[] = []
  const errors: string[] = []
  await Promise.all(
    people.map(async (person, index) => {
      await pause(index * (PAUSE_MS / people.length))
      while (!end.aborted) {
        for (const [method, path, body] of usual(person)) {
          const started = performance.now()
          const status = await send(atOne(targets, index), person, method, path, body).catch(error =>
            String(error),
          )
          times.push(performance.now() - started)
          if (typeof status === 'string' || status >= 400)
            errors.push(`${method} ${path.split('?')[0]}: ${status}`)
          await pause(PAUSE_MS)
          if (end.aborted) break
        }
      }
    }),
  )
  times.sort((a, b) => a - b)
  return { p99: times[Math.floor(times.length * 0.99)] ?? 0, requests: times.length, errors }
}

function usual(person: Person): [method: string, path: string, body?: object][] {
  return [
    ['GET', '/v1/todos?limit=50'],
    ['POST', '/v1/todos', { title: `Todo ${newId()}`, tag_group_id: person.group }],
    ['GET', '/v1/schedules?start_date=2026-03-01&end_date=2026-03-31'],
    ['GET', '/v1/timers?limit=20'],
    ['GET', '/v1/search?q=todo&limit=20'],
  ]
}

/** Returns the 99th percentile of requests that need nothing but the event loop. */
async function healthTimes({ url }: Target, end: AbortSignal): Promise<number> {
  const times: number[] = []
  while (!end.aborted) {
    const started = performance.now()
    await fetch(`${url}/health`).then(
      response => response.arrayBuffer(),
      () => undefined,
    )
    times.push(performance.now() - started)
    await pause(10)
  }
  times.sort((a, b) => a - b)
  return times[Math.floor(times.length * 0.99)] ?? 0
}

async function send(
  target: Target,
  person: Person,
  method: string,
  path: string,
  body?: object,
): Promise<number> {
  const response = await fetch(`${target.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  await response.arrayBuffer()
  return response.status
}

/** Repeats the attack. A refusal or a lost connection is a possible answer to an attack, not a failure of the run. */
async function untilEnd(end: AbortSignal, run: () => Promise<unknown>): Promise<void> {
  while (!end.aborted) {
    await run().catch(() => {})
    await pause(20)
  }
}
