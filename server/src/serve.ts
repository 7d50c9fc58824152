// Runs the service: settings, storage, app, listen; and ends it in order when asked to.
import { pino } from 'pino'
import { buildApp } from './app.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { SecretMismatch } from './features/accounts/secret.ts'
import { systemClock } from './kernel/clock.ts'
import { SchemaMismatch } from './storage/migrate.ts'
import { openStorage } from './storage/open.ts'
import { DatabaseInUse } from './storage/sqlite-lock.ts'

/** A shutdown that hangs longer than this is cut off: an operator's SIGKILL would come next. */
const SHUTDOWN_MS = 9_000

async function main(): Promise<void> {
  const config = readConfig()
  const log = pino({ level: config.LOG_LEVEL })
  const storage = await openStorage(config.database, { poolSize: config.DATABASE_POOL_SIZE })
  const app = await buildApp({ config, storage, clock: systemClock, log })
  const address = await app.listen({ host: config.HOST, port: config.PORT })
  announce(config, address)

  let stopping = false
  const stop = async (signal: string) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), SHUTDOWN_MS).unref()
    await app.close()
    await storage.close()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

function announce(config: Config, address: string): void {
  const database = config.database.kind === 'sqlite' ? `SQLite, ${config.database.path}` : 'PostgreSQL'
  console.log(`
  Daymark is running.

    Open      ${config.PUBLIC_URL ?? address}
    Listens   ${address}
    Database  ${database}

  Next: ${nextStep(config)}
  The API reference is at /docs. Stop the server with Ctrl+C.
`)
}

const nextStep = (config: Config): string =>
  config.OIDC_ISSUER_URL === undefined
    ? 'open the page and create an account. For scripts: npm run --silent token -- --email you@example.org'
    : `open the page and sign in at ${config.OIDC_ISSUER_URL}.`

main().catch((error: unknown) => {
  const told = [ConfigError, SchemaMismatch, DatabaseInUse, SecretMismatch]
  const expected = told.some(kind => error instanceof kind)
  console.error(expected ? `\n${(error as Error).message}\n` : error)
  process.exit(1)
})
