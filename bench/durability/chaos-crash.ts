// Devices in chaos, while their server is killed with SIGKILL at random moments and started again on the same database.
// Compares what the devices know with the log and the items of the database.
// npm run bench:chaos-crash -- --rounds 20 --at-once 20 --database sqlite|postgres
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type ChaosWorld, chaosHistory } from '../../client/test/support/chaos-history.ts'
import { logOf } from '../../client/test/support/chaos-world.ts'
import { startPostgres } from '../../scripts/services/postgres.ts'
import type { DatabaseAddress } from '../../server/src/platform/storage/database-name.ts'
import { openStorage } from '../../server/src/platform/storage/open.ts'
import { contradictionsInLog } from '../../server/test/support/crash-log.ts'
import { startIssuer } from '../../server/test/support/issuer.ts'
import { type RunningServer, startProgram } from '../../server/test/support/process.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    'at-once': { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() & 0xffffff) },
    database: { type: 'string', default: 'sqlite' },
  },
})
const [rounds, atOnce, seed] = [Number(values.rounds), Number(values['at-once']), Number(values.seed)]
const MOST_KILLS = 3
const LONGEST_LIFE_MS = 1_500
const PAUSE_MS = 120

const issuer = await startIssuer()
const folder = mkdtempSync(join(tmpdir(), 'daymark-chaos-'))
const postgres = values.database === 'postgres' ? await startPostgres({ durable: true }) : undefined
const database: DatabaseAddress = postgres
  ? { kind: 'postgres', url: postgres.url }
  : { kind: 'sqlite', path: join(folder, 'daymark.db') }
const PORT = String(await freePort())
const settings = {
  ...{ DATA_DIR: folder, LOG_LEVEL: 'fatal', PORT, ...issuer.settings },
  ...{ WS_RATE_LIMIT_ENABLED: 'false', WS_MAX_CONNECTIONS_PER_USER: '100' },
  ...(postgres && { DATABASE_URL: postgres.url }),
}

let [kills, failed] = [0, 0]
for (let round = 0; round < rounds; round++) {
  let server: RunningServer = await startProgram(settings)
  let working = atOnce
  const calm = Promise.withResolvers<void>()
  const world: ChaosWorld = {
    instances: [{ url: server.url }],
    tokenOf: sub => issuer.token({ sub, name: sub }, { expiresIn: 86_400 }),
    calm: () => {
      working--
      return calm.promise
    },
  }
  const runs = Array.from({ length: atOnce }, (_, at) => {
    const own = seed + round * atOnce + at
    return chaosHistory(world, { person: `person-${own}`, seed: own, pauseMs: PAUSE_MS })
  })
  for (let kill = 0; kill < MOST_KILLS || working > 0; kill++) {
    await pause(Math.random() * LONGEST_LIFE_MS)
    await server.kill()
    kills++
    server = await startProgram(settings)
  }
  calm.resolve()
  const results = await Promise.all(runs)
  await server.kill()
  const storage = await openStorage(database)
  for (const [at, { faults, steps, check }] of results.entries()) {
    const person = `person-${seed + round * atOnce + at}`
    const log = await logOf(storage, person)
    const deleted = log.filter(({ action }) => action === 'deleted').map(({ resource_id }) => resource_id)
    const wrong = (await contradictionsInLog(storage, person, [])).filter(
      text => !deleted.some(id => text.includes(`${id} has an entry, but does not exist`)),
    )
    const all = [...faults, ...check(log), ...wrong]
    if (all.length === 0) continue
    failed++
    console.log(`${person}: ${all.join('; ')}\n  ${steps.join(', ')}`)
  }
  await storage.close()
  console.log(`round ${round + 1}: ${kills} kills, ${failed} of ${(round + 1) * atOnce} histories failed`)
}
await issuer.close()
await postgres?.discard()
rmSync(folder, { recursive: true, force: true })
process.exit(failed === 0 ? 0 : 1)

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>(resolve => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise(resolve => probe.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}
