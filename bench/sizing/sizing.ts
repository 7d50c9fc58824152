// Measures the cost of requests, messages, sockets and items on PostgreSQL and Redis, and computes a sizing table.
// npm exec -- node bench/sizing/sizing.ts [--write]     --write updates the table in docs/scaling.md
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient, type TimerSocket } from '@daymark/client'
import { Redis } from 'ioredis'
import pg from 'pg'
import { startPostgres } from '../../scripts/services/postgres.ts'
import { startRedis } from '../../scripts/services/redis.ts'
import { startIssuer } from '../../server/test/support/issuer.ts'
import { startProgram } from '../../server/test/support/process.ts'
import { openSocket, openSockets } from '../sockets/socket-client.ts'
import { startSocketServer } from '../sockets/socket-server.ts'
import { processorTime, residentBytes } from '../support/processor.ts'
import { ASSUMED, bytes, type Cost, type Measured, sizingTable } from './sizing-model.ts'

const PEOPLE = Number(process.env['PEOPLE'] ?? 600)
/** The number of todos per person, below the rate limit for creating todos. */
const TODOS_EACH = 10
const READS_EACH = 8
const SOCKETS_EACH = 3
const WARM_UP_SOCKETS = 200
const IDLE_SOCKETS = 5_000
const AT_ONCE = 32
const COMMUNITIES = [100, 1_000, 10_000, 100_000, 1_000_000]
const PAGE = join(import.meta.dirname, '../../docs/scaling.md')

await using cleanUp = new AsyncDisposableStack()
const issuer = await startIssuer()
cleanUp.defer(() => issuer.close())
const postgres = cleanUp.use(await startPostgres({ durable: true }))
const redis = cleanUp.use(await startRedis())
const server = await startProgram({
  DATABASE_URL: postgres.url,
  REDIS_URL: redis.url,
  ...issuer.settings,
  RATE_LIMIT_ENABLED: 'true',
  LOG_LEVEL: 'info',
})
cleanUp.defer(async () => void (await server.stop()))
const database = new pg.Client(postgres.url)
await database.connect()
cleanUp.defer(() => database.end())
const store = new Redis(redis.url)
cleanUp.defer(async () => store.disconnect())

interface Person {
  client: Client
  group: string
  todo: string
}

/**
 * Returns the memory of an idle socket in bytes. Uses a separate server, because sockets could reuse memory that
 * other work has freed.
 */
async function socketMemory(): Promise<number> {
  const other = await startSocketServer()
  const open = async (i: number) => openSocket(other.address, await other.token(`idle-${i}`))
  const first = await openSockets(WARM_UP_SOCKETS, open)
  const before = await other.memory()
  const sockets = await openSockets(IDLE_SOCKETS, i => open(i + WARM_UP_SOCKETS))
  const after = await other.memory()
  for (const socket of [...first, ...sockets]) socket.terminate()
  await other.stop()
  // Uses the larger figure, because sockets may reuse resident memory that was already allocated.
  return Math.max(after.rss - before.rss, after.used - before.used) / IDLE_SOCKETS
}

/** Runs the work `times` times for each item, several items at a time. Returns the CPU time per run. */
async function costOf<T>(
  items: readonly T[],
  times: number,
  work: (item: T) => Promise<unknown>,
): Promise<Cost> {
  const pids = [server.pid, postgres.pid, redis.pid]
  const before = pids.map(processorTime)
  const queue = Array.from({ length: times }, () => items).flat()
  const worker = async () => {
    for (let item = queue.pop(); item !== undefined; item = queue.pop()) await work(item)
  }
  const total = queue.length
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  const [ours = 0, theirs = 0, shared = 0] = pids.map(
    (pid, i) => (processorTime(pid) - (before[i] ?? 0)) / total,
  )
  return { server: ours, postgres: theirs, redis: shared }
}

const databaseSize = async (): Promise<number> => {
  await database.query('vacuum analyze')
  const { rows } = await database.query<{ size: string }>(
    'select pg_database_size(current_database()) as size',
  )
  return Number(rows[0]?.size)
}
const redisMemory = async (): Promise<number> => {
  let total = 0
  for await (const keys of store.scanStream({ count: 500 }) as AsyncIterable<string[]>) {
    const sizes = await Promise.all(keys.map(key => store.memory('USAGE', key)))
    total += sizes.reduce<number>((sum, size) => sum + Number(size ?? 0), 0)
  }
  return total
}

async function newcomer(i: number): Promise<Person> {
  const token = await issuer.token({ sub: `person-${i}`, name: `Person ${i}` }, { expiresIn: 86_400 })
  const client = createClient({ baseUrl: server.url, token })
  const group = await client.tags.createGroup({ body: { name: 'Work', color: '#4F86C6' } })
  return { client, group: group.id, todo: '' }
}

async function create(person: Person): Promise<void> {
  const body = {
    title: 'A todo of usual length',
    tag_group_id: person.group,
    deadline: '2026-03-04T16:00:00Z',
  }
  person.todo = (await person.client.todos.create({ body })).id
}

async function useTimer(socket: TimerSocket): Promise<void> {
  const { id } = await socket.start({ allocated_duration: 1500 })
  await socket.pause(id)
  await socket.resume(id)
  await socket.stop(id)
}
const MESSAGES_OF_USE = 4

async function measure(): Promise<Measured> {
  const people: Person[] = []
  await costOf(Array.from(Array(PEOPLE).keys()), 1, async i => void people.push(await newcomer(i)))
  // Warms up, because the first requests include JIT compilation.
  await costOf(people, 1, create)
  const before = await databaseSize()
  const write = await costOf(people, TODOS_EACH, create)
  const thing = ((await databaseSize()) - before) / (PEOPLE * TODOS_EACH)
  const get = await costOf(people, READS_EACH, each =>
    each.client.todos.get({ params: { todo_id: each.todo } }),
  )
  const list = await costOf(people, READS_EACH, each => each.client.todos.list())
  const limits = (await redisMemory()) / PEOPLE
  const instance = residentBytes(server.pid)
  const sockets: TimerSocket[] = []
  await costOf(people, SOCKETS_EACH, async each => {
    const socket = each.client.timers.connect()
    sockets.push(socket)
    await new Promise<void>(resolve => socket.on('state', state => state === 'live' && resolve()))
  })
  const using = await costOf(sockets, 1, useTimer)
  for (const each of sockets) each.close()
  const message = {
    server: using.server / MESSAGES_OF_USE,
    postgres: using.postgres / MESSAGES_OF_USE,
    redis: using.redis / MESSAGES_OF_USE,
  }
  return { get, list, write, message, instance, socket: await socketMemory(), thing, limits }
}

function report(measured: Measured): string {
  const row = (name: string, { server: ours, postgres: theirs, redis: shared }: Cost) =>
    `| ${name} | ${ours.toFixed(0)} | ${theirs.toFixed(0)} | ${shared.toFixed(0)} |`
  const share = (value: number) => `${value * 100}%`
  return `Measured on ${new Date().toISOString().slice(0, 10)} with ${PEOPLE} people, limits on, log on, ${cpus().length} shared cores
(${cpus()[0]?.model.trim()}); other load on the machine hardly affects processor time:

| microseconds of processor time for | instance | PostgreSQL | Redis |
|---|---|---|---|
${row('get a todo', measured.get)}
${row(`list ${TODOS_EACH + 1} todos`, measured.list)}
${row('create a todo with a deadline (durable)', measured.write)}
${row('a timer message, sent to 3 devices', measured.message)}

| memory and disk | measured |
|---|---|
| an instance after this load, without sockets | ${bytes(measured.instance)} |
| one open socket with its cached token (measured with ${IDLE_SOCKETS.toLocaleString('en')} idle sockets) | ${bytes(measured.socket)} |
| one todo with its schedule in PostgreSQL, indexes included | ${bytes(measured.thing)} |
| limits of one active person in Redis | ${bytes(measured.limits)} |

Assumed, not measured (\`ASSUMED\` in \`bench/sizing/sizing-model.ts\`): at peak load ${share(ASSUMED.online)} of the people are online
with ${ASSUMED.devices} devices and send ${ASSUMED.requestsPerMinute} requests a minute (${share(ASSUMED.gets)} gets, ${share(ASSUMED.lists)} lists, ${share(ASSUMED.writes)} writes) and send ${ASSUMED.messagesPerMinute} timer messages a
minute; each has ${ASSUMED.things} todos; cores are ${share(ASSUMED.busy)} busy; an instance has at most ${ASSUMED.mostSocketsPerInstance.toLocaleString('en')} sockets.

${sizingTable(measured, COMMUNITIES)}`
}

const text = report(await measure())
console.log(text)
if (process.argv.includes('--write')) {
  const page = readFileSync(PAGE, 'utf8')
  const [begin, end] = ['<!-- sizing -->', '<!-- end sizing -->']
  const [head, rest] = [page.slice(0, page.indexOf(begin)), page.slice(page.indexOf(end))]
  writeFileSync(PAGE, `${head}${begin}\n${text}\n${rest}`)
}
