// Each snapshot has its own connection, because other reads must still see newer commits.
import type { Execute } from '../statements/execute.ts'
import type { Db } from '../unit-of-work.ts'
import type { SqliteConnection } from './sqlite-connection.ts'

export interface Snapshots {
  run<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Waits for the snapshots in progress. */
  close(): Promise<void>
}

interface Reader {
  connection: SqliteConnection
  db: Db
}

export function sqliteSnapshots(open: () => SqliteConnection, bind: (execute: Execute) => Db): Snapshots {
  /** Idle connections are reused, because preparing statements takes longer than most snapshots. */
  const idle: Reader[] = []

  function connect(): Reader {
    const connection = open()
    return { connection, db: bind(connection.execute) }
  }

  async function inTransaction<T>(work: (db: Db) => Promise<T>): Promise<T> {
    const reader = idle.pop() ?? connect()
    try {
      reader.connection.run('begin')
      return await work(reader.db)
    } finally {
      release(reader)
    }
  }

  function release(reader: Reader): void {
    try {
      reader.connection.run('rollback')
      idle.push(reader)
    } catch {
      // The connection may still be in a transaction.
      reader.connection.close()
    }
  }

  const inProgress = new Set<Promise<unknown>>()

  return {
    run: work => {
      const running = inTransaction(work).finally(() => inProgress.delete(running))
      inProgress.add(running)
      return running
    },
    close: async () => {
      while (inProgress.size > 0) await Promise.allSettled(inProgress)
      for (const { connection } of idle.splice(0)) connection.close()
    },
  }
}
