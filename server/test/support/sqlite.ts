// Fresh SQLite databases for tests. A test that imports only this file starts no PostgreSQL.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqliteStorage } from '../../src/platform/storage/sqlite/sqlite.ts'
import type { Storage, StorageOptions } from '../../src/platform/storage/unit-of-work.ts'

export async function openFreshSqlite(options: StorageOptions = {}): Promise<Storage> {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-test-'))
  const storage = await openSqliteStorage(join(folder, 'daymark.db'), options)
  return closing(storage, async () => rmSync(folder, { recursive: true, force: true }))
}

/** Wraps the storage, so that closing it also deletes the database. */
export const closing = (storage: Storage, after: () => Promise<void>): Storage => ({
  ...storage,
  close: async () => {
    await storage.close()
    await after()
  },
})
