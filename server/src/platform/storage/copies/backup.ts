// A copy of a SQLite database while it is being used: consistent, without stopping anybody.
import { closeSync, existsSync, openSync } from 'node:fs'
import { backup, DatabaseSync } from 'node:sqlite'

export async function backupSqlite(path: string, target: string): Promise<{ pages: number }> {
  const source = new DatabaseSync(path, { readOnly: true })
  try {
    // Personal data: readable by its owner only, from the first byte on.
    closeSync(openSync(target, 'wx', 0o600))
    const pages = await backup(source, target)
    makeOneFile(target)
    return { pages }
  } finally {
    source.close()
  }
}

/** The server's way of writing needs two more files beside a database; a copy is better off alone. */
function makeOneFile(path: string): void {
  const database = new DatabaseSync(path)
  database.exec('pragma journal_mode = delete')
  database.close()
}

/** What SQLite itself says of a file: `ok`, or what is wrong. */
export function integrityOf(path: string): string {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    const row = database.prepare('pragma integrity_check').get() as { integrity_check: string }
    return row.integrity_check
  } finally {
    database.close()
  }
}

export const isThere = (path: string): boolean => existsSync(path)
