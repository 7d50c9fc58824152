// Returns a SQLite file's free pages to the system in steps, so that no write waits for long.
import { openSqlite } from './sqlite-connection.ts'
import { holdServerLock } from './sqlite-lock.ts'

/** A step of this size takes a few milliseconds. */
const STEP_PAGES = 200
/** A tenth of the file stays free, because new rows need pages again. */
const KEPT_SHARE = 0.1

export interface FilePages {
  all: number
  free: number
}

/** `step` frees up to `pages` pages. Resolves to the number of pages by which the file has shrunk. */
export async function vacuumInSteps(
  count: () => Promise<FilePages>,
  step: (pages: number) => Promise<void>,
): Promise<number> {
  const start = await count()
  for (let now = start; ; ) {
    const surplus = Math.floor(now.free - now.all * KEPT_SHARE)
    if (surplus <= 0) return start.all - now.all
    await step(Math.min(surplus, STEP_PAGES))
    const next = await count()
    // A file from an older version cannot shrink until it is rewritten once.
    if (next.all >= now.all) return start.all - next.all
    now = next
  }
}

/**
 * Makes the file as small as possible, and enables incremental vacuum so that it can shrink in steps later. Needs
 * temporary disk space of up to twice the file's size. Throws if a server uses the file.
 */
export function rewriteFile(path: string): void {
  const release = holdServerLock(path)
  try {
    const connection = openSqlite(path)
    try {
      // Builds the new file on the disk, because the whole file may not fit into memory.
      connection.exec('pragma temp_store = file; pragma auto_vacuum = incremental')
      connection.exec('vacuum; pragma wal_checkpoint(truncate)')
    } finally {
      connection.close()
    }
  } finally {
    release()
  }
}
