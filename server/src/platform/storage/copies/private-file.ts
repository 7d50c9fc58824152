// Creates files that only the server's user may read, from the first byte on.
import { closeSync, openSync } from 'node:fs'

/** Does nothing if the file exists. SQLite gives `-wal` and `-shm` the permissions of their database. */
export const createPrivately = (path: string): void => closeSync(openSync(path, 'a', 0o600))
