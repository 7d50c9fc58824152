// Files that only the user of the server may read, from their first byte on.
import { closeSync, openSync } from 'node:fs'

/** Does nothing to a file that exists. SQLite gives `-wal` and `-shm` the permissions of their database. */
export const createPrivately = (path: string): void => closeSync(openSync(path, 'a', 0o600))
