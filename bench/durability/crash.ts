// Kills the server with SIGKILL under load, many times: no acknowledged write and no change log entry may be lost
// or repeated. The log is compared entry by entry after each round.
// npm run bench:crash -- --rounds 200 --database sqlite|postgres
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createClient } from '@daymark/client'
import { startPostgres } from '../../scripts/services/postgres.ts'
import { integrityOf } from '../../server/src/platform/storage/copies/backup.ts'
import type { DatabaseAddress } from '../../server/src/platform/storage/database-name.ts'
import { openStorage } from '../../server/src/platform/storage/open.ts'
import { contradictionsInLog } from '../../server/test/support/crash-log.ts'
import { startIssuer } from '../../server/test/support/issuer.ts'
import { startProgram } from '../../server/test/support/process.ts'
import { missingOrDoubled, type Person, writeUntilRefused } from './crash-load.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '200' }, database: { type: 'string', default: 'sqlite' } },
})
const rounds = Number(values.rounds)
const MAX_BEFORE_KILL = 120
/**
 * The maximum of the random delay before the server is killed. It is longer than a commit takes, so that kills hit
 * every phase of a commit.
 */
const MAX_DELAY_MS = 12

const issuer = await startIssuer()
const folder = mkdtempSync(join(tmpdir(), 'daymark-crash-'))
const postgres = values.database === 'postgres' ? await startPostgres({ durable: true }) : undefined
const settings = {
  DATA_DIR: folder,
  LOG_LEVEL: 'fatal',
  ...issuer.settings,
  WS_RATE_LIMIT_ENABLED: 'false',
  ...(postgres && { DATABASE_URL: postgres.url }),
}
const began = performance.now()
const people: Person[] = []
let contradictions = 0
const database: DatabaseAddress = postgres
  ? { kind: 'postgres', url: postgres.url }
  : { kind: 'sqlite', path: join(folder, 'daymark.db') }

for (let round = 0; round < rounds; round++) {
  const server = await startProgram(settings)
  const token = await issuer.token({ sub: `person-${round}` }, { expiresIn: 86_400 })
  const person: Person = { token, acknowledged: [], changes: [] }
  people.push(person)
  const killAfter = 1 + Math.floor(Math.random() * MAX_BEFORE_KILL)
  const client = createClient({ baseUrl: server.url, token, retry: false })
  await writeUntilRefused(client, person, async count => {
    if (count !== killAfter) return 'go on'
    await pause(Math.random() * MAX_DELAY_MS)
    await server.kill()
    return 'server is dead'
  })
  // A rejected write also ends the load, but the server is then still running.
  await server.kill()
  const storage = await openStorage(database)
  const found = await contradictionsInLog(storage, `person-${round}`, person.changes)
  await storage.close()
  for (const each of found) console.error(`round ${round}: ${each}`)
  contradictions += found.length
}

// Checks the writes from all rounds, including those before earlier crashes.
const server = await startProgram(settings)
let wrong = 0
for (const person of people) {
  wrong += await missingOrDoubled(createClient({ baseUrl: server.url, token: person.token }), person)
}
await server.stop()
const integrity = postgres ? undefined : integrityOf(join(folder, 'daymark.db'))
const written = people.reduce((sum, person) => sum + person.acknowledged.length, 0)
const seconds = Math.round((performance.now() - began) / 1000)
console.log(
  `${values.database}: ${rounds} rounds of kill -9, ${written} acknowledged writes, ${wrong} lost or repeated, ` +
    `${people.reduce((sum, { changes }) => sum + changes.length, 0)} entries compared, ${contradictions} wrong, ` +
    `${integrity === undefined ? '' : `integrity ${integrity}, `}${seconds} s`,
)
await issuer.close()
await postgres?.discard()
rmSync(folder, { recursive: true, force: true })
process.exitCode = wrong + contradictions === 0 && (integrity ?? 'ok') === 'ok' ? 0 : 1
