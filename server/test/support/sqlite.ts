// Separate from storages.ts, because the test runner starts PostgreSQL for tests that import storages.ts.
import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sqliteDialect } from '../../src/platform/storage/dialect.ts'
import { openSqliteStorage } from '../../src/platform/storage/sqlite/sqlite.ts'
import type { Storage, StorageOptions } from '../../src/platform/storage/unit-of-work.ts'
import { templateName } from './template.ts'

export async function openFreshSqlite(options: StorageOptions = {}): Promise<Storage> {
  // Uses a folder in memory if there is one, because every commit would wait for a disk.
  const folder = mkdtempSync(join(process.env['TEST_MEMORY_FOLDER'] ?? tmpdir(), 'daymark-test-'))
  const path = join(folder, 'daymark.db')
  copyFileSync(await template(), path)
  const storage = await openSqliteStorage(path, options)
  return closing(storage, async () => rmSync(folder, { recursive: true, force: true }))
}

/** Returns a migrated database. Copying it is faster than running all migrations. */
async function template(): Promise<string> {
  const path = join(tmpdir(), `daymark-${templateName(sqliteDialect)}.db`)
  if (existsSync(path)) return path
  const folder = mkdtempSync(join(tmpdir(), 'daymark-test-'))
  const made = join(folder, 'daymark.db')
  await (await openSqliteStorage(made)).close()
  // The finished database is renamed last, because other test files may look for it meanwhile.
  renameSync(made, path)
  rmSync(folder, { recursive: true })
  return path
}

/** Returns a storage that calls `after` once it is closed, for example to delete the database. */
export const closing = (storage: Storage, after: () => Promise<void>): Storage => ({
  ...storage,
  close: async () => {
    await storage.close()
    await after()
  },
})
