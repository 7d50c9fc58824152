// Keeps large commits short: a separate thread copies WAL pages into the database (checkpoint).
import { open } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import type { SqliteConnection } from './sqlite-connection.ts'

/** A write with at least this much CPU time counts as large. */
const LARGE_MS = 50
/** A write with at least this much text also counts as large, even if its statements take little CPU time. */
const LARGE_CHARS = 2_000_000

const CHECKPOINT = `
  const { workerData } = require('node:worker_threads')
  const { DatabaseSync } = require('node:sqlite')
  const database = new DatabaseSync(workerData, { timeout: 1000 })
  database.exec('pragma wal_checkpoint(passive)')
  database.close()`

/** The process's CPU usage and the number of bound characters when the write began. */
export interface WriteStart {
  readonly cpu: NodeJS.CpuUsage
  readonly chars: number
}

export interface Checkpoints {
  /**
   * Runs a write's commit. If the write is large, a thread then copies the pages, unless a thread is already running.
   */
  around(since: WriteStart, commit: () => void): Promise<void>
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
      const { user, system } = process.cpuUsage(since.cpu)
      const isLarge = (user + system) / 1000 >= LARGE_MS || writer.boundChars() - since.chars >= LARGE_CHARS
      if (!isLarge || running) return commit()
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
