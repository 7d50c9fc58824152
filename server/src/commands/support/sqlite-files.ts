// The files of a server on SQLite: its database and its secret.
import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import { Refusal } from './arguments.ts'

/** Refuses PostgreSQL with advice. */
export function sqliteFiles({ database, DATA_DIR }: Config, advice: string) {
  if (database.kind === 'postgres') throw new Refusal(`The data is in PostgreSQL (DATABASE_URL). ${advice}`)
  return { database: database.path, secrets: join(DATA_DIR, 'secrets.json') }
}

export function sizeText(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} kB`
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`
}
