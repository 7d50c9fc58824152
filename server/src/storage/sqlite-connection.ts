// One connection to a SQLite file: pragmas, statements prepared once, and values in SQLite's types.
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { Execute } from './bound-kysely.ts'

const MOST_STATEMENTS = 1000

export interface SqliteConnection {
  execute: Execute
  run(statement: string): void
  close(): void
}

export function openSqlite(path: string, observe?: (statement: string) => void): SqliteConnection {
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: true, timeout: 5000 })
  // FULL: an acknowledged write survives a power cut, not only a crash of the process.
  database.exec(
    'pragma journal_mode = wal; pragma synchronous = full; pragma mmap_size = 268435456; pragma temp_store = memory; pragma cache_size = -16000',
  )
  const statements = new Map<string, { statement: StatementSync; reads: boolean }>()

  function prepared(text: string) {
    const known = statements.get(text)
    if (known) return known
    const statement = database.prepare(text)
    const entry = { statement, reads: statement.columns().length > 0 }
    // Lists of ids make many texts of one kind; starting over now and then is cheaper than a true LRU.
    if (statements.size >= MOST_STATEMENTS) statements.clear()
    statements.set(text, entry)
    return entry
  }

  return {
    execute: async (text, parameters) => {
      observe?.(text)
      const { statement, reads } = prepared(text)
      const values = toSqlite(parameters)
      if (reads) return { rows: statement.all(...values) }
      return { rows: [], numAffectedRows: BigInt(statement.run(...values).changes) }
    },
    run: statement => {
      const entry = statements.get(statement) ?? prepared(statement)
      entry.statement.run()
    },
    close: () => database.close(),
  }
}

function toSqlite(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters.map(value => (typeof value === 'boolean' ? Number(value) : (value as SQLInputValue)))
}
