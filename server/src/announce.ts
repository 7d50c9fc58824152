import { join } from 'node:path'
import { type Config, DEFAULT_FILE } from './config/config.ts'
import { settings } from './config/settings.ts'
import { type LogStream, logFormat, openLog } from './platform/observability/log.ts'
import { databaseName } from './platform/storage/database-name.ts'
import type { SetupCode } from './platform/workers/worker-message.ts'

interface Started {
  address: string
  /** Set if the server has no account yet. */
  setup: SetupCode | undefined
}

/** Does not depend on LOG_LEVEL. Programs that read the log expect one JSON object per line, so it is one, too. */
export function announce(config: Config, { address, setup }: Started, output: LogStream): void {
  const open = config.PUBLIC_URL ?? address
  const database = databaseName(config.database)
  if (logFormat(config.LOG_FORMAT) === 'json') {
    const facts = { open, listens: address, database, workers: config.WORKERS, next: nextStep(config) }
    const log = openLog('info', undefined, output)
    log.info(facts, 'Daymark is running.')
    if (setup) log.info(`Setup code: ${setup.code} (${setup.url})`)
    return
  }
  const workers = config.WORKERS > 1 ? `\n    Workers   ${config.WORKERS}` : ''
  console.log(`
  Daymark is running.

    Open      ${open}
    Listens   ${address}
    Database  ${database}${workers}

  Next: ${nextStep(config)}${setup ? setupLines(setup) : ''}
  The API reference is at /docs. Stop the server with Ctrl+C.
`)
}

const setupLines = ({ code, url }: SetupCode): string => `

  Setup code: ${code}
  Create the first account, which administers this server: ${url}
`

export function nextStep(config: Config): string {
  if (config.OIDC_ISSUER_URL !== undefined) return `open the page and sign in at ${config.OIDC_ISSUER_URL}.`
  const step = 'open the page and create an account.'
  // No other process can open a database in memory.
  if (isInMemory(config)) return step
  return `${step} For scripts: ${sameSettings(config)}npm run --silent token -- --email you@example.org`
}

const isInMemory = ({ database }: Config): boolean =>
  database.kind === 'sqlite' && database.path === ':memory:'

/**
 * Returns settings that another terminal needs to open the same database. Masks the URL of a PostgreSQL database,
 * because it may contain a password.
 */
const sameSettings = ({ DATA_DIR, database }: Config): string =>
  [
    database.kind === 'postgres' && 'DATABASE_URL=… ',
    database.kind === 'sqlite' &&
      database.path !== join(DATA_DIR, DEFAULT_FILE) &&
      `DATABASE_URL='sqlite:${database.path}' `,
    DATA_DIR !== settings.DATA_DIR.fallback && `DATA_DIR='${DATA_DIR}' `,
  ]
    .filter(Boolean)
    .join('')
