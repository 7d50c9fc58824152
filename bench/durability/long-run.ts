// Runs mixed load (REST, sockets, jobs) for a long time and samples memory, handles and sizes, to find what grows:
//   npm run bench:long -- --minutes 60                       on SQLite
//   npm run bench:long -- --minutes 60 --database postgres
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createClient } from '@daymark/client'
import { startPostgres } from '../../scripts/services/postgres.ts'
import { startIssuer } from '../../server/test/support/issuer.ts'
import { startProgram } from '../../server/test/support/process.ts'

const PEOPLE = 8
const SAMPLES = 12
const PACE_MS = 20
const MB = 1_000_000

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    database: { type: 'string', default: 'sqlite' },
  },
})
const total_ms = Number(values.minutes) * 60_000
if (!(total_ms > 0) || !['sqlite', 'postgres'].includes(values.database))
  throw new Error('Usage: npm run bench:long -- [--minutes 60] [--database sqlite|postgres]')

await using cleanUp = new AsyncDisposableStack()
const folder = mkdtempSync(join(tmpdir(), 'daymark-long-'))
cleanUp.defer(() => rmSync(folder, { recursive: true, force: true }))
const postgres =
  values.database === 'postgres' ? cleanUp.use(await startPostgres({ durable: true })) : undefined
const issuer = await startIssuer()
cleanUp.defer(() => issuer.close())
const server = await startProgram({
  ...{ DATA_DIR: folder, ...(postgres && { DATABASE_URL: postgres.url }), ...issuer.settings },
  ...{ METRICS_ENABLED: 'true', WS_RATE_LIMIT_ENABLED: 'false', LOG_LEVEL: 'fatal' },
})
cleanUp.defer(async () => void (await server.stop()))

let isEnding = false
let writes = 0

/** Creates, reads, changes and deletes, so that only the change log may grow. */
async function work(sub: string): Promise<void> {
  const client = createClient({
    baseUrl: server.url,
    token: await issuer.token({ sub }, { expiresIn: 86_400 }),
  })
  const group = await client.tags.createGroup({ body: { name: 'G', color: '#000000', is_todo_group: true } })
  const device = client.timers.connect()
  // A reminder a few seconds later is a job.
  const soon = () => new Date(Date.now() + 65_000).toISOString()
  while (!isEnding) {
    const todo = await client.todos.create({
      body: {
        title: 'Long run',
        tag_group_id: group.id,
        deadline: soon(),
        reminders: [{ minutes_before: 1 }],
      },
    })
    const params = { todo_id: todo.id }
    await client.todos.update({ params, body: { title: 'Longer run' } })
    await client.todos.list({ query: { limit: 50 } })
    const { id } = await device.start({ allocated_duration: 60 })
    await device.pause(id)
    await device.stop(id)
    await client.timers.remove({ params: { timer_id: id } })
    await client.todos.remove({ params })
    writes += 7
    await pause(PACE_MS)
  }
  device.close()
}

async function sample(): Promise<string> {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN)
  // The size is missing while other work waits for the database.
  const mb = (name: string) => (Number.isNaN(figure(name)) ? '–' : (figure(name) / MB).toFixed(1))
  return [
    writes,
    mb('process_resident_memory_bytes'),
    mb('nodejs_heap_size_used_bytes'),
    figure('process_open_fds'),
    mb('daymark_database_size_bytes'),
    values.database === 'sqlite' ? mb('daymark_database_wal_size_bytes') : '',
    (figure('nodejs_eventloop_lag_p99_seconds') * 1000).toFixed(0),
    loadavg()[0]?.toFixed(1),
  ].join(' | ')
}

console.log(`${values.minutes} minutes on ${values.database}, ${PEOPLE} people with a socket each\n`)
console.log('| minute | writes | memory MB | heap MB | handles | database MB | WAL MB | lag p99 ms | load |')
console.log('|---|---|---|---|---|---|---|---|---|')
const workers = Promise.all(Array.from({ length: PEOPLE }, (_, i) => work(`person-${i}`)))
for (let i = 1; i <= SAMPLES; i++) {
  await Promise.race([pause(total_ms / SAMPLES), workers])
  console.log(`| ${((i * Number(values.minutes)) / SAMPLES).toFixed(1)} | ${await sample()} |`)
}
isEnding = true
await workers
