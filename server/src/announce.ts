import type { Config } from './config/config.ts'
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

const nextStep = (config: Config): string =>
  config.OIDC_ISSUER_URL === undefined
    ? `open the page and create an account. For scripts: ${sameSettings(config)}npm run --silent token -- --email you@example.org`
    : `open the page and sign in at ${config.OIDC_ISSUER_URL}.`

/**
 * Returns settings that another terminal needs to open the same database. Masks the database URL, because it may
 * contain a password.
 */
const sameSettings = ({ DATA_DIR, database }: Config): string =>
  [
    database.kind === 'postgres' && 'DATABASE_URL=… ',
    DATA_DIR !== settings.DATA_DIR.fallback && `DATA_DIR='${DATA_DIR}' `,
  ]
    .filter(Boolean)
    .join('')
