import { stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { DatabaseAddress } from '../storage/database-name.ts'
import type { Db, Storage } from '../storage/unit-of-work.ts'

export interface StorageSize {
  /** Undefined while other work waits for the database. */
  database: number | undefined
  /** Undefined for PostgreSQL, because its files are elsewhere, and for an in-memory database. */
  wal?: number | undefined
  disk?: { free: number; total: number } | undefined
}

export async function storageSize(address: DatabaseAddress, storage: Storage): Promise<StorageSize> {
  // A scrape must not wait behind the work that it measures.
  const isBusy = storage.load().waiting > 0
  const database = isBusy ? undefined : await storage.read(databaseSize)
  if (address.kind === 'postgres' || address.path === ':memory:') return { database }
  return { database, wal: await bytesOf(`${address.path}-wal`), disk: await diskOf(dirname(address.path)) }
}

const SIZE = {
  sqlite: 'select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()',
  postgres: 'select pg_database_size(current_database()) as bytes',
}

async function databaseSize({ execute, dialect }: Db): Promise<number | undefined> {
  const { rows } = await execute(SIZE[dialect.name], [])
  return (rows as { bytes: number }[])[0]?.bytes
}

/**
 * Returns 0 if there is no file. The write-ahead log does not exist before the first write or after a clean shutdown.
 */
const bytesOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  )

async function diskOf(folder: string): Promise<StorageSize['disk']> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder)
    return { free: bavail * bsize, total: blocks * bsize }
  } catch {
    return undefined
  }
}
