// Opens the database that the settings select.
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { openSqliteStorage } from './sqlite/sqlite.ts'
import type { Storage, StorageOptions } from './unit-of-work.ts'

export type DatabaseAddress = { kind: 'sqlite'; path: string } | { kind: 'postgres'; url: string }

export async function openStorage(
  database: DatabaseAddress,
  options: StorageOptions & { poolSize?: number; shared?: boolean } = {},
): Promise<Storage> {
  if (database.kind === 'postgres') {
    // Loads the driver only for PostgreSQL, because it costs startup time and memory.
    const { openPostgresStorage } = await import('./postgres/postgres.ts')
    return openPostgresStorage(database.url, options)
  }
  // The folder contains personal data, so only the server's user may read it.
  if (database.path !== ':memory:') mkdirSync(dirname(database.path), { recursive: true, mode: 0o700 })
  return openSqliteStorage(database.path, options)
}
