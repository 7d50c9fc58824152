// Kills servers with SIGKILL while reminders are due, many times: every reminder must be sent exactly once.
// On PostgreSQL, two instances share the database and are killed alternately. On SQLite, there is one server.
// Prints its counts every ten rounds. Ctrl+C ends the run early at any moment and counts the rounds so far.
// npm run bench:reminders -- --rounds 200 --database sqlite|postgres
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createClient } from '@daymark/client'
import { startPostgres } from '../../scripts/services/postgres.ts'
import type { DatabaseAddress } from '../../server/src/platform/storage/database-name.ts'
import { openStorage } from '../../server/src/platform/storage/open.ts'
import { startIssuer } from '../../server/test/support/issuer.ts'
import { type RunningServer, startProgram } from '../../server/test/support/process.ts'
import { remindersSent } from './reminder-counts.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '200' },
    database: { type: 'string', default: 'sqlite' },
    lead: { type: 'string', default: '3' },
  },
})
const rounds = Number(values.rounds)
const PER_ROUND = 20
const AT_ONCE = 4
/** The time before a round's first reminder, long enough to store the round's todos on a busy machine. */
const leadMs = Number(values.lead) * 1000
/** A round's reminders are due within this period after the lead. The server is killed at a random moment in it. */
const SPREAD_MS = 600
const PROGRESS = 10
/**
 * The maximum number of checks for the last reminders. Together, the checks take longer than a killed server's lease
 * on a job (30 seconds).
 */
const MAX_LOOKS = 120
const LOOK_AGAIN_MS = 500

const issuer = await startIssuer()
const folder = mkdtempSync(join(tmpdir(), 'daymark-reminders-'))
const postgres = values.database === 'postgres' ? await startPostgres({ durable: true }) : undefined
const settings = {
  DATA_DIR: folder,
  LOG_LEVEL: 'fatal',
  ...issuer.settings,
  ...(postgres && { DATABASE_URL: postgres.url }),
}
const began = performance.now()
const database: DatabaseAddress = postgres
  ? { kind: 'postgres', url: postgres.url }
  : { kind: 'sqlite', path: join(folder, 'daymark.db') }
const servers: RunningServer[] = []
for (let at = 0; at < (postgres ? 2 : 1); at++) servers.push(await startProgram(settings))
const instances = servers.length
const token = await issuer.token({ sub: 'ann' }, { expiresIn: 86_400 })
const clientOf = (server: RunningServer | undefined) => createClient({ baseUrl: server?.url ?? '', token })
const group = await clientOf(servers[0]).tags.createGroup({ body: { name: 'Work', color: '#112233' } })
const todos: string[] = []
/**
 * Todos whose deadline an overloaded server rejected, or stored so late that the reminder may already have been
 * due. Their reminders may be sent once or not at all.
 */
const uncertain = new Set<string>()
/** The number of reminders that were not yet due when the server was killed in their round. */
let ahead = 0
let restarting: Promise<void> = Promise.resolve()
let isInterrupted = false
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    isInterrupted = true
  })

/**
 * Starts a server, with at most three attempts. Gives up silently after Ctrl+C, because Ctrl+C also ends the servers,
 * even one that is still starting.
 */
async function restart(at: number): Promise<void> {
  for (let tries = 1; !isInterrupted; tries++)
    try {
      servers[at] = await startProgram(settings)
      return
    } catch (error) {
      if (tries === 3 && !isInterrupted) throw error
    }
}

async function playRound(victim: number): Promise<void> {
  if (instances === 1) await restarting
  // With two instances, this round's victim survived the last round.
  const survivor = clientOf(servers[victim])
  const body = { title: 'due', tag_group_id: group.id, reminders: [{ minutes_before: 0 }] }
  const ids: string[] = []
  for (let tries = 0; ids.length < PER_ROUND && tries < 2 * PER_ROUND && !isInterrupted; tries++)
    await survivor.todos.create({ body }).then(
      ({ id }) => ids.push(id),
      () => {},
    )
  await restarting
  if (isInterrupted) return
  const client = clientOf(servers[(victim + 1) % instances])
  const start = Date.now() + leadMs
  const due: number[] = []
  const setDeadline = async (some: string[]) => {
    const deadline = Math.floor(start + Math.random() * SPREAD_MS)
    const change = { deadline: new Date(deadline).toISOString() }
    const isStored = await client.todos.bulk({ body: { ids: some, change } }).then(
      () => true,
      () => false,
    )
    for (const id of some) {
      if (!isStored || Date.now() >= deadline) uncertain.add(id)
      todos.push(id)
      due.push(deadline)
    }
  }
  const groups = Array.from({ length: PER_ROUND / AT_ONCE }, (_, n) =>
    ids.slice(n * AT_ONCE, (n + 1) * AT_ONCE),
  )
  await Promise.all(groups.map(setDeadline))
  await pause(Math.max(0, start + Math.random() * SPREAD_MS - Date.now()))
  await servers[victim]?.kill()
  ahead += due.filter(at => at > Date.now()).length
  // With two instances, the other one stores the next todos in the meantime.
  restarting = restart(victim)
}

const seconds = () => Math.round((performance.now() - began) / 1000)
async function count() {
  const storage = await openStorage(database, { shared: true })
  const { counts, waiting } = await remindersSent(storage).finally(() => storage.close())
  const lost = todos.filter(id => !counts.has(id) && !uncertain.has(id)).length
  const repeated = [...counts.values()].filter(each => each > 1).length
  return { sent: counts.size, lost, repeated, waiting }
}

let round = 0
let failure: unknown
try {
  while (round < rounds && !isInterrupted) {
    await playRound(round % instances)
    if (isInterrupted) break
    round++
    if (round % PROGRESS !== 0) continue
    const { sent, repeated, waiting } = await count()
    console.log(
      `round ${round} of ${rounds}: ${sent} of ${todos.length} reminders sent, ${repeated} repeated, ` +
        `${waiting} waiting, ${seconds()} s`,
    )
  }
  await restarting
} catch (error) {
  failure = error
}
for (const server of servers) await server.stop()
// This last server also sends the killed instances' reminders, which become due again when their lease expires.
const last = await startProgram(settings)
let result = await count()
for (let looks = 0; looks < MAX_LOOKS && result.waiting + result.lost > 0; looks++) {
  await pause(LOOK_AGAIN_MS)
  result = await count()
}
await last.stop()
const { lost, repeated, waiting } = result
console.log(
  `${values.database}: ${round} rounds of kill -9 with ${instances} instance(s), ${todos.length} reminders, ` +
    `${ahead} of them due after the kill, ${lost} lost, ${repeated} repeated, ${waiting} still waiting, ` +
    `${uncertain.size} stored too late, ${seconds()} s`,
)
await issuer.close()
await postgres?.discard()
rmSync(folder, { recursive: true, force: true })
const isProof = uncertain.size < todos.length / 2
if (!isProof) console.log('The machine was too slow, so this proves nothing. Repeat with a longer --lead.')
if (failure) console.error(failure)
process.exit(lost + repeated + waiting === 0 && isProof && !failure ? 0 : 1)
