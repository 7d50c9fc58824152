// Copies a SQLite database consistently while it is in use, without blocking the server.
import { closeSync, existsSync, openSync } from 'node:fs'
import { backup, DatabaseSync } from 'node:sqlite'

export async function backupSqlite(path: string, target: string): Promise<{ pages: number }> {
  const source = new DatabaseSync(path, { readOnly: true })
  try {
    // Personal data must be readable only by the operating system user that created the copy, from the first byte on.
    closeSync(openSync(target, 'wx', 0o600))
    // Reads from one snapshot. Otherwise SQLite restarts the copy after each commit from another connection.
    source.exec('begin')
    source.prepare('select count(*) from sqlite_schema').get()
    const pages = await backup(source, target)
    makeOneFile(target)
    return { pages }
  } finally {
    source.close()
  }
}

/** Turns off WAL mode, so that the copy is a single file without `-wal` and `-shm`. */
function makeOneFile(path: string): void {
  const database = new DatabaseSync(path)
  database.exec('pragma journal_mode = delete')
  database.close()
}

/** Returns `ok`, or the first problem that SQLite's integrity check finds. */
export function integrityOf(path: string): string {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    const row = database.prepare('pragma integrity_check').get() as { integrity_check: string }
    return row.integrity_check.split('\n').find(line => !line.startsWith('***')) ?? row.integrity_check
  } finally {
    database.close()
  }
}

export const isThere = (path: string): boolean => existsSync(path)
