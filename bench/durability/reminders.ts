// Kills servers with SIGKILL while reminders are due, many times: every reminder must be sent exactly once.
// On PostgreSQL, two instances share the database and are killed in turns. On SQLite, there is one server.
// npm run bench:reminders -- --rounds 200 --database sqlite|postgres
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createClient } from '@daymark/client'
import { startPostgres } from '../../scripts/services/postgres.ts'
import { newId } from '../../server/src/platform/kernel/ids.ts'
import { openStorage } from '../../server/src/platform/storage/open.ts'
import { startIssuer } from '../../server/test/support/issuer.ts'
import { type RunningServer, startProgram } from '../../server/test/support/process.ts'
import { remindersSent } from './reminder-counts.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '200' }, database: { type: 'string', default: 'sqlite' } },
})
const rounds = Number(values.rounds)
const PER_ROUND = 20
/** Reminders of a round are due within this time, and the server is killed at a random moment of it. */
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
const clientOf = (server: RunningServer | undefined) =>
  createClient({ baseUrl: server?.url ?? '', token, retry: false })
const group = await clientOf(servers[0]).tags.createGroup({ body: { name: 'Work', color: '#112233' } })
const todos: string[] = []
const refused: string[] = []

for (let round = 0; round < rounds; round++) {
  const victim = round % servers.length
  const client = clientOf(servers[(victim + 1) % servers.length])
  const due = () => new Date(Date.now() + 300 + Math.random() * SPREAD_MS).toISOString()
  const create = async () => {
    const body = { id: newId(), title: 'due', tag_group_id: group.id, reminders: [{ minutes_before: 0 }] }
    try {
      await client.todos.create({ body: { ...body, deadline: due() } })
      todos.push(body.id)
    } catch {
      // A refused todo must not cause a reminder.
      refused.push(body.id)
    }
  }
  await Promise.all(Array.from({ length: PER_ROUND }, create))
  await pause(Math.random() * (SPREAD_MS + 300))
  await servers[victim]?.kill()
  servers[victim] = await startProgram(settings)
}

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
const lost = todos.filter(id => !counts.has(id)).length
const repeated = [...counts.values()].filter(count => count > 1).length
console.log(
  `${values.database}: ${rounds} rounds of kill -9 with ${servers.length} instance(s), ${todos.length} reminders, ` +
    `${lost} lost, ${repeated} repeated, ${waiting} still waiting, ${Math.round((performance.now() - began) / 1000)} s`,
)
await issuer.close()
await postgres?.discard()
rmSync(folder, { recursive: true, force: true })
process.exit(lost + repeated + waiting === 0 ? 0 : 1)
