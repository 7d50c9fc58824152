// Prevents two servers from using one SQLite file. The operating system releases a killed server's lock.
import { lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createPrivately } from '../copies/private-file.ts'

export class DatabaseInUse extends Error {
  constructor(path: string) {
    super(
      `Another Daymark server is using the database ${path}. One SQLite file serves one process: stop the other one, or set DATABASE_URL to a PostgreSQL database to run several.`,
    )
    this.name = 'DatabaseInUse'
  }
}

/**
 * Locks a separate file, so that command-line tools can still use the database. Returns a function that releases the
 * lock.
 */
export function holdServerLock(path: string): () => void {
  // A symbolic link to the database must lead to the same lock.
  const file = `${resolveLinks(path)}.lock`
  createPrivately(file)
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode === 5) throw new DatabaseInUse(path)
    throw error
  }
  return () => lock.close()
}

/** Follows symbolic links as SQLite does, even to a file that does not exist yet. */
export function resolveLinks(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })) return realpathSync(path)
  if (!lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return path
  return resolveLinks(resolve(realpathSync(dirname(path)), readlinkSync(path)))
}
