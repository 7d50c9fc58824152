// Runs mixed load (REST, sockets, jobs, retention) at a fixed rate for a long time and samples memory, handles and
// sizes, to find what grows:
//   npm run bench:long -- --minutes 60                       on SQLite
//   npm run bench:long -- --minutes 60 --database postgres
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { createClient } from '@daymark/client'
import pg from 'pg'
import { startPostgres } from '../../scripts/services/postgres.ts'
import { startIssuer } from '../../server/test/support/issuer.ts'
import { startProgram } from '../../server/test/support/process.ts'
import { collectedMemory, freePort, residentMemory } from '../support/process-memory.ts'

const PEOPLE = 8
const SAMPLES = 12
/** Only these samples collect garbage, to show the live heap. The others show normal memory usage. */
const COLLECTED = new Set([1, 6, 12])
/** Todos are deleted at least this long after their creation. Their reminders have fired by then. */
const KEPT_MS = 20_000
/**
 * The server deletes change log entries and notifications only after this time, so `retain` runs its command with the
 * clock set ahead.
 */
const RETENTION_MS = 90 * 86_400_000
const KEPT_LOG_MS = 60_000
const MB = 1_000_000

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    database: { type: 'string', default: 'sqlite' },
    rate: { type: 'string', default: '5' },
  },
})
const total_ms = Number(values.minutes) * 60_000
if (!(total_ms > 0) || !(Number(values.rate) > 0) || !['sqlite', 'postgres'].includes(values.database))
  throw new Error(
    'Usage: npm run bench:long -- [--minutes 60] [--database sqlite|postgres] [--rate <rounds a second>]',
  )

await using cleanUp = new AsyncDisposableStack()
const folder = mkdtempSync(join(tmpdir(), 'daymark-long-'))
cleanUp.defer(() => rmSync(folder, { recursive: true, force: true }))
const postgres =
  values.database === 'postgres' ? cleanUp.use(await startPostgres({ durable: true })) : undefined
const issuer = await startIssuer()
cleanUp.defer(() => issuer.close())
const debugPort = await freePort()
const settings = { DATA_DIR: folder, ...(postgres && { DATABASE_URL: postgres.url }), CHANGES_DAYS: '90' }
const server = await startProgram({
  ...{ ...settings, ...issuer.settings, NODE_OPTIONS: `--inspect=127.0.0.1:${debugPort}` },
  ...{ METRICS_ENABLED: 'true', WS_RATE_LIMIT_ENABLED: 'false', LOG_LEVEL: 'fatal' },
})
cleanUp.defer(async () => void (await server.stop()))
const database = postgres && new pg.Client(postgres.url)
await database?.connect()
cleanUp.defer(async () => void (await database?.end()))

const counts = { requests: 0, failures: 0, skipped: 0 }

/**
 * Returns a person whose rounds create, read, change and delete items, so that only the change log and notifications
 * grow until retention deletes their entries.
 */
async function person(sub: string) {
  const client = createClient({
    baseUrl: server.url,
    token: await issuer.token({ sub }, { expiresIn: 86_400 }),
  })
  const group = await client.tags.createGroup({ body: { name: 'G', color: '#000000', is_todo_group: true } })
  const device = client.timers.connect()
  const kept: { id: string; until: number }[] = []
  let isBusy = false

  async function round(): Promise<void> {
    const todo = await client.todos.create({
      body: {
        title: 'Long run',
        tag_group_id: group.id,
        // The reminder fires about 5 seconds later, as a job.
        deadline: new Date(Date.now() + 65_000).toISOString(),
        reminders: [{ minutes_before: 1 }],
      },
    })
    kept.push({ id: todo.id, until: Date.now() + KEPT_MS })
    await client.todos.update({ params: { todo_id: todo.id }, body: { title: 'Longer run' } })
    await client.todos.list({ query: { limit: 50 } })
    const { id } = await device.start({ allocated_duration: 60 })
    await device.pause(id)
    await device.stop(id)
    await client.timers.remove({ params: { timer_id: id } })
    await client.changes.list({ query: { since: 0, limit: 20 } }).catch(() => {})
    counts.requests += 8
    while (kept[0] && kept[0].until < Date.now()) {
      await client.todos.remove({ params: { todo_id: kept.shift()?.id ?? '' } })
      counts.requests++
    }
  }

  return {
    /** Skips a round if the previous one is still running, so that a slow server does not cause a queue here. */
    async begin(): Promise<void> {
      if (isBusy) return void counts.skipped++
      isBusy = true
      await round().catch(() => counts.failures++)
      isBusy = false
    },
    close: () => device.close(),
  }
}

/** Deletes expired rows as the server does, but after one minute instead of 90 days. */
async function retain(): Promise<void> {
  const now = new Date(Date.now() + RETENTION_MS - KEPT_LOG_MS).toISOString()
  const command = join(import.meta.dirname, '../../server/src/commands/prune.ts')
  await promisify(execFile)(process.execPath, [command, '--now', now], {
    env: { PATH: process.env['PATH'], DAYMARK_ENV_FILE: 'none', ...settings, ...issuer.settings },
    // A failure on a busy machine is only logged, because the next sample runs the command again.
  }).catch((error: { stderr?: string }) => console.error(error.stderr))
}

async function walSize(): Promise<number | undefined> {
  const size = 'select sum(size)::float8 as bytes from pg_ls_waldir()'
  return (await database?.query<{ bytes: number }>(size))?.rows[0]?.bytes
}

const inMb = (bytes: number | undefined) =>
  bytes === undefined || Number.isNaN(bytes) ? '–' : (bytes / MB).toFixed(1)

async function sample(isCollected: boolean): Promise<string> {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN)
  const { own, mapped } = residentMemory(server.pid)
  const heap = figure('nodejs_heap_size_used_bytes')
  const live = isCollected ? await collectedMemory(debugPort) : undefined
  return [
    ...[counts.requests, counts.failures, counts.skipped],
    ...[inMb(own), inMb(mapped), inMb(heap), inMb(live?.heapUsed), inMb(live?.external)],
    figure('process_open_fds'),
    // The server omits this size while other work waits for the database.
    inMb(figure('daymark_database_size_bytes')),
    inMb((await walSize()) ?? figure('daymark_database_wal_size_bytes')),
    (figure('nodejs_eventloop_lag_p99_seconds') * 1000).toFixed(0),
    loadavg()[0]?.toFixed(1),
  ].join(' | ')
}

console.log(
  `${values.minutes} minutes on ${values.database}, ${PEOPLE} people with a socket each, ${values.rate} rounds of 9 requests a second\n`,
)
console.log(
  '| minute | requests | failed rounds | late rounds | own memory MB | mapped MB | heap MB | live heap MB | external MB | handles | database MB | WAL MB | lag p99 ms | load |',
)
console.log('|---|---|---|---|---|---|---|---|---|---|---|---|---|---|')
const people = await Promise.all(Array.from({ length: PEOPLE }, (_, i) => person(`person-${i}`)))
let turn = 0
const startedAt = performance.now()
const rounds = setInterval(() => void people[turn++ % PEOPLE]?.begin(), 1000 / Number(values.rate))
for (let i = 1; i <= SAMPLES; i++) {
  await pause(total_ms / SAMPLES)
  await retain()
  console.log(
    `| ${((performance.now() - startedAt) / 60_000).toFixed(1)} | ${await sample(COLLECTED.has(i))} |`,
  )
}
clearInterval(rounds)
for (const each of people) each.close()
