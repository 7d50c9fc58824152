// Creates files that only the server's user can read, from the first byte on.
import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Does nothing if the file exists. SQLite gives `-wal` and `-shm` the database's permissions. */
export const createPrivately = (path: string): void => closeSync(openSync(path, 'a', 0o600))

/** Flushes a folder, so that renames in it survive a power failure. */
export function syncFolder(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
