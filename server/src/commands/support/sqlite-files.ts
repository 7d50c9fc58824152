// The files of a server on SQLite: its database and its secret.
import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import { Refusal } from './arguments.ts'

/** Refuses PostgreSQL with advice. */
export function sqliteFiles({ database, DATA_DIR }: Config, advice: string) {
  if (database.kind === 'postgres') throw new Refusal(`The data is in PostgreSQL (DATABASE_URL). ${advice}`)
  return { database: database.path, secrets: join(DATA_DIR, 'secrets.json') }
}

export const sizeText = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
