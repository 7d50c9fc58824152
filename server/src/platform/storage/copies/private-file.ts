import { closeSync, fsyncSync, openSync } from 'node:fs'

/**
 * Creates a file that only the server's user can read. Does nothing if it exists. SQLite gives `-wal` and `-shm` the
 * same permissions.
 */
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
