// Kills servers with SIGKILL while reminders are due, many times: every reminder must be sent exactly once.
// On PostgreSQL, two instances share the database and are killed in turns. On SQLite, there is one server.
// Ctrl+C ends it early and counts the rounds so far.
// npm run bench:reminders -- --rounds 200 --database sqlite|postgres
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createClient } from '@daymark/client'
import { startPostgres } from '../../scripts/services/postgres.ts'
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
/** Reminders that are due at the same moment. */
const AT_ONCE = 4
/** Enough to store the todos of a round on a busy machine, before their reminders are due. */
const leadMs = Number(values.lead) * 1000
/** Reminders of a round are due within this time after the lead, and the server is killed at a random moment of it. */
const SPREAD_MS = 600

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
const servers: RunningServer[] = []
for (let at = 0; at < (postgres ? 2 : 1); at++) servers.push(await startProgram(settings))
const token = await issuer.token({ sub: 'ann' }, { expiresIn: 86_400 })
const clientOf = (server: RunningServer | undefined) => createClient({ baseUrl: server?.url ?? '', token })
const group = await clientOf(servers[0]).tags.createGroup({ body: { name: 'Work', color: '#112233' } })
const todos: string[] = []
/**
 * Todos whose deadline was refused by an overloaded server, or stored so late that the reminder may already have been
 * due. Their reminders may be sent once, but need not be sent.
 */
const uncertain = new Set<string>()
/** Reminders that were not yet due when the server of their round was killed. */
let ahead = 0
let restarting: Promise<void> = Promise.resolve()
let isInterrupted = false
process.once('SIGINT', () => {
  isInterrupted = true
})

let round = 0
for (; round < rounds && !isInterrupted; round++) {
  const victim = round % servers.length
  if (servers.length === 1) await restarting
  // Of two instances, the victim of this round is the one that survived the last round.
  const survivor = clientOf(servers[victim])
  const body = { title: 'due', tag_group_id: group.id, reminders: [{ minutes_before: 0 }] }
  const ids: string[] = []
  for (let tries = 0; ids.length < PER_ROUND && tries < 2 * PER_ROUND; tries++)
    await survivor.todos.create({ body }).then(
      ({ id }) => ids.push(id),
      () => {},
    )
  await restarting
  const client = clientOf(servers[(victim + 1) % servers.length])
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
  // The other instance stores the next todos in the meantime.
  restarting = startProgram(settings).then(server => {
    servers[victim] = server
  })
}
await restarting

for (const server of servers.slice(1)) await server.stop()
/** Jobs of a killed instance become due again when their lease expires. */
const sent = async () => {
  await servers[0]?.stop()
  const storage = await openStorage(
    postgres ? { kind: 'postgres', url: postgres.url } : { kind: 'sqlite', path: join(folder, 'daymark.db') },
  )
  const found = await remindersSent(storage)
  await storage.close()
  return found
}
await pause(35_000)
const { counts, waiting } = await sent()
const lost = todos.filter(id => !counts.has(id) && !uncertain.has(id)).length
const repeated = [...counts.values()].filter(count => count > 1).length
console.log(
  `${values.database}: ${round} rounds of kill -9 with ${servers.length} instance(s), ${todos.length} reminders, ` +
    `${ahead} of them due after the kill, ${lost} lost, ${repeated} repeated, ${waiting} still waiting, ` +
    `${uncertain.size} stored too late, ${Math.round((performance.now() - began) / 1000)} s`,
)
await issuer.close()
await postgres?.discard()
rmSync(folder, { recursive: true, force: true })
const isProof = uncertain.size < todos.length / 2
if (!isProof) console.log('The machine was too slow, so this proves nothing. Repeat with a longer --lead.')
process.exit(lost + repeated + waiting === 0 && isProof ? 0 : 1)
