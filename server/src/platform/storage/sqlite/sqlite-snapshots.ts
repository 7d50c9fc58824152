// Read transactions on SQLite. Each has its own connection, because other reads must see newer commits meanwhile.
import type { Execute } from '../statements/execute.ts'
import type { Db } from '../unit-of-work.ts'
import type { SqliteConnection } from './sqlite-connection.ts'

export interface Snapshots {
  run<T>(work: (db: Db) => Promise<T>): Promise<T>
  close(): void
}

interface Reader {
  connection: SqliteConnection
  db: Db
}

export function sqliteSnapshots(open: () => SqliteConnection, bind: (execute: Execute) => Db): Snapshots {
  /** Kept for the next snapshot, because preparing the statements again takes longer than most of them. */
  const idle: Reader[] = []

  function connect(): Reader {
    const connection = open()
    return { connection, db: bind(connection.execute) }
  }

  return {
    async run(work) {
      const reader = idle.pop() ?? connect()
      try {
        reader.connection.run('begin')
        return await work(reader.db).finally(() => reader.connection.run('rollback'))
      } finally {
        idle.push(reader)
      }
    },
    close: () => {
      for (const { connection } of idle) connection.close()
    },
  }
}
