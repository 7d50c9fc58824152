import { join } from 'node:path'
import { type Config, DEFAULT_FILE } from './config/config.ts'
import { settings } from './config/settings.ts'
import { databaseName } from './platform/storage/database-name.ts'

export function announce(config: Config, address: string): void {
  const workers = config.WORKERS > 1 ? `\n    Workers   ${config.WORKERS}` : ''
  console.log(`
  Daymark is running.

    Open      ${config.PUBLIC_URL ?? address}
    Listens   ${address}
    Database  ${databaseName(config.database)}${workers}

  Next: ${nextStep(config)}
  The API reference is at /docs. Stop the server with Ctrl+C.
`)
}

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
