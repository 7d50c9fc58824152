// A copy of a SQLite database while it is being used: consistent, without stopping anybody.
import { existsSync } from 'node:fs'
import { backup, DatabaseSync } from 'node:sqlite'

export async function backupSqlite(path: string, target: string): Promise<{ pages: number }> {
  const source = new DatabaseSync(path, { readOnly: true })
  try {
    const pages = await backup(source, target)
    return { pages }
  } finally {
    source.close()
  }
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
