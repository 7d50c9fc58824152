import { join } from 'node:path'
import manifest from '../../../../package.json' with { type: 'json' }
import type { Config } from '../../config/config.ts'
import type { BackupSource } from '../../platform/storage/copies/archive/backups.ts'
import { Refusal } from './arguments.ts'

/** Throws a `Refusal` that contains `advice` if the data is in PostgreSQL. */
export function sqliteFiles({ database, DATA_DIR }: Config, advice: string) {
  if (database.kind === 'postgres') throw new Refusal(`The data is in PostgreSQL (DATABASE_URL). ${advice}`)
  return { database: database.path, secrets: join(DATA_DIR, 'secrets.json') }
}

/**
 * Leaves out the secret file if AUTH_SECRET is set, because the archive would present an unused secret as the current
 * one.
 */
export function filesToBackUp(config: Config, advice: string): BackupSource {
  const { database, secrets } = sqliteFiles(config, advice)
  return {
    database,
    secrets: config.AUTH_SECRET === undefined ? secrets : undefined,
    version: manifest.version,
  }
}

export function sizeText(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} kB`
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`
}
