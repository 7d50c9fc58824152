import { dirname } from 'node:path'
import { createFolder } from './copies/create-folder.ts'
import type { DatabaseAddress } from './database-name.ts'
import { explaining } from './open-failure.ts'
import { refuseForeignFile } from './schema/schema-state.ts'
import { openSqliteStorage } from './sqlite/sqlite.ts'
import type { Storage, StorageOptions } from './unit-of-work.ts'

export function openStorage(
  database: DatabaseAddress,
  options: StorageOptions & { poolSize?: number; prepares?: boolean; shared?: boolean } = {},
): Promise<Storage> {
  return explaining(database, async () => {
    if (database.kind === 'postgres') {
      // The driver costs startup time and memory, so only PostgreSQL loads it.
      const { openPostgresStorage } = await import('./postgres/postgres.ts')
      return openPostgresStorage(database.url, options)
    }
    // The folder contains personal data, so only the server's user may read it.
    if (database.path !== ':memory:') createFolder(dirname(database.path))
    refuseForeignFile(database.path)
    return openSqliteStorage(database.path, options)
  })
}
