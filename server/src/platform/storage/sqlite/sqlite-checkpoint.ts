// Keeps large commits short: a separate thread copies WAL pages into the database (checkpoint).
import { open } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import type { SqliteConnection } from './sqlite-connection.ts'

/**
 * A write with at least this much text counts as large. Writes of many items are not large, because they run in short
 * steps.
 */
const LARGE_CHARS = 2_000_000

const CHECKPOINT = `
  const { workerData } = require('node:worker_threads')
  const { DatabaseSync } = require('node:sqlite')
  const database = new DatabaseSync(workerData, { timeout: 1000 })
  database.exec('pragma wal_checkpoint(passive)')
  database.close()`

export interface Checkpoints {
  /**
   * Runs the commit of a write that began with this number of bound characters. If the write is large, a thread then
   * copies the pages, unless a thread is already running.
   */
  around(since: number, commit: () => void): Promise<void>
  /** Resolves when no checkpoint thread is running. */
  idle(): Promise<void>
}

/** For in-memory databases, which have no WAL. */
export const noCheckpoints: Checkpoints = {
  around: async (_since, commit) => commit(),
  idle: async () => {},
}

export function checkpoints(path: string, writer: SqliteConnection): Checkpoints {
  let running: Promise<void> | undefined
  let thread: Worker | undefined

  async function copy(): Promise<void> {
    const worker = new Worker(CHECKPOINT, { eval: true, workerData: path })
    worker.unref()
    thread = worker
    await new Promise<void>(resolve => {
      // A later checkpoint copies the remaining pages.
      worker.once('error', () => resolve())
      worker.once('exit', () => resolve())
    })
    writer.run('pragma wal_autocheckpoint = 1000')
    running = undefined
    thread = undefined
  }

  return {
    async around(since, commit) {
      if (writer.boundChars() - since < LARGE_CHARS || running) return commit()
      writer.run('pragma wal_autocheckpoint = 0')
      await flush(`${path}-wal`)
      try {
        commit()
      } finally {
        running = copy()
      }
    },
    idle: async () => {
      // Keeps the process alive. Otherwise, a command that only waits for this would exit silently without running its
      // last steps.
      thread?.ref()
      await running
    },
  }
}

/** Flushes the WAL in Node's thread pool, so that the commit itself has little left to flush. */
async function flush(log: string): Promise<void> {
  const file = await open(log)
  await file.sync().finally(() => file.close())
}
