// Kills a server with SIGKILL while it sends webhooks, many times: no event may be lost or reordered within an item.
// node bench/durability/webhooks-crash.ts --rounds 200 --database sqlite|postgres
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '../../scripts/services/postgres.ts'
import type { DatabaseAddress } from '../../server/src/platform/storage/database-name.ts'
import { startIssuer } from '../../server/test/support/issuer.ts'
import { crashWebhooks } from '../../server/test/support/webhook-crash.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '200' }, database: { type: 'string', default: 'sqlite' } },
})
const issuer = await startIssuer()
const folder = mkdtempSync(join(tmpdir(), 'daymark-webhooks-'))
const postgres = values.database === 'postgres' ? await startPostgres({ durable: true }) : undefined
const database: DatabaseAddress = postgres
  ? { kind: 'postgres', url: postgres.url }
  : { kind: 'sqlite', path: join(folder, 'daymark.db') }
const began = performance.now()
const { changes, lost, repeated, disordered } = await crashWebhooks({
  database,
  settings: {
    DATA_DIR: folder,
    LOG_LEVEL: 'fatal',
    ...issuer.settings,
    ...(postgres && { DATABASE_URL: postgres.url }),
  },
  token: await issuer.token({ sub: 'ann' }, { expiresIn: 86_400 }),
  rounds: Number(values.rounds),
})
const seconds = Math.round((performance.now() - began) / 1000)
console.log(
  `${values.database}: ${values.rounds} rounds of kill -9, ${changes} changes, ${lost.length} lost, ` +
    `${disordered.length} items out of order, ${repeated} requests repeated, ${seconds} s`,
)
await postgres?.stop()
await issuer.close()
rmSync(folder, { recursive: true })
process.exitCode = lost.length + disordered.length > 0 ? 1 : 0
