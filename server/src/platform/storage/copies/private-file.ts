// Creates files that only the server's user may read, from the first byte on.
import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Creates the file, or does nothing if it exists. SQLite gives `-wal` and `-shm` the permissions of their database. */
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
