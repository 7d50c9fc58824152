import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { isWorthKeeping } from '../postgres/statement-name.ts'
import type { Execute } from '../statements/execute.ts'
import { rowShape } from '../statements/row-shape.ts'
import { isBusy, whileBusy } from './sqlite-busy.ts'
import { statementTurns } from './sqlite-turns.ts'

const MAX_STATEMENTS = 1000
const CHANGES_TABLES = /^\s*(?:create|alter|drop)\b/i

type ToRow = (values: unknown[]) => object

interface Prepared {
  statement: StatementSync
  /** Undefined for statements that return no rows. */
  toRow: ToRow | undefined
}

type Outcome = Awaited<ReturnType<Execute>>

export interface SqliteConnection {
  execute: Execute
  run(statement: string): void
  /** Returns the first column of the first row. */
  value(statement: string): unknown
  /** Runs one or more statements, each to its last row. Does not cache them. */
  exec(statement: string): void
  /** The total number of characters in the parameters of all statements so far. */
  boundChars(): number
  columns(table: string): string[]
  /** Registers a SQL function with any number of arguments. */
  define(name: string, work: (...values: unknown[]) => void): void
  /** Calls `check` with the text of each new statement. `check` may throw to refuse it. */
  checkNew(check: (text: string) => void): void
  close(): void
}

export function openSqlite(path: string, observe?: (statement: string) => void): SqliteConnection {
  const database = openDatabase(path)
  const beforeStatement = statementTurns()
  let boundChars = 0
  let check: (text: string) => void = () => {}
  const statements = new Map<string, Prepared>()

  function prepared(text: string) {
    const known = statements.get(text)
    if (known) return known
    check(text)
    const statement = database.prepare(text)
    const names = statement.columns().map(column => column.name)
    const entry = { statement, toRow: names.length > 0 ? rowMaker(names) : undefined }
    statement.setReturnArrays(true)
    // Lists of ids produce many similar texts, so clearing a full cache is cheaper than a true LRU. After a schema
    // change, cached statements may have outdated columns.
    if (statements.size >= MAX_STATEMENTS || CHANGES_TABLES.test(text)) statements.clear()
    if (isWorthKeeping(text)) statements.set(text, entry)
    return entry
  }

  function runNow(text: string, parameters: readonly unknown[]): Outcome {
    const { statement, toRow } = prepared(text)
    const values = toSqlite(parameters)
    for (const value of values) if (typeof value === 'string') boundChars += value.length
    if (toRow) return { rows: (statement.all(...values) as unknown as unknown[][]).map(toRow) }
    return { rows: [], numAffectedRows: BigInt(statement.run(...values).changes) }
  }

  return {
    execute: async (text, parameters) => {
      observe?.(text)
      const turn = beforeStatement()
      if (turn) await turn
      try {
        return runNow(text, parameters)
      } catch (error) {
        if (!isBusy(error)) throw error
      }
      let outcome: Outcome = { rows: [] }
      await whileBusy(() => {
        outcome = runNow(text, parameters)
      })
      return outcome
    },
    run: statement => {
      const entry = statements.get(statement) ?? prepared(statement)
      entry.statement.run()
    },
    value: statement => (prepared(statement).statement.get() as unknown as unknown[])[0],
    exec: statement => database.exec(statement),
    boundChars: () => boundChars,
    columns: table =>
      database
        .prepare(`select * from ${table}`)
        .columns()
        .map(column => column.name),
    define: (name, work) =>
      database.function(name, { varargs: true }, (...values) => {
        work(...values)
        return null
      }),
    checkNew: checked => {
      check = checked
      statements.clear()
    },
    close: () => database.close(),
  }
}

function openDatabase(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: true, timeout: 5000 })
  try {
    // Lets a new file return free pages to the system (`sqlite-vacuum.ts`). In an existing file, the statement has no
    // effect but would wait for the writer's lock.
    if (database.prepare('pragma page_count').get()?.['page_count'] === 0)
      database.exec('pragma auto_vacuum = incremental')
    // With `synchronous = full`, an acknowledged write survives a power failure, not only a crash of the process.
    database.exec(
      'pragma journal_mode = wal; pragma synchronous = full; pragma mmap_size = 268435456; pragma temp_store = memory; pragma cache_size = -16000; pragma journal_size_limit = 67108864',
    )
    // SQLite would block this thread to wait for a lock, so `sqlite-busy.ts` waits instead.
    database.exec('pragma busy_timeout = 0')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/**
 * Returns a function that converts row arrays to objects with one shape. `node:sqlite` itself would return objects that
 * V8 stores as hash tables, which are slower to build and to read: they would add 34% to a request for 50 todos and 43%
 * to one for 1,000 todos (`bench/compare/against.ts`, CPU time). Functions generated from the column names would save
 * only another 3 to 6%.
 */
function rowMaker(names: readonly string[]): ToRow {
  const newRow = rowShape(names)
  return values => {
    const row = newRow()
    for (let at = 0; at < names.length; at++) row[names[at] ?? ''] = values[at]
    return row
  }
}

function toSqlite(parameters: readonly unknown[]): SQLInputValue[] {
  const values = new Array<SQLInputValue>(parameters.length)
  for (let at = 0; at < parameters.length; at++) {
    const value = parameters[at]
    values[at] = typeof value === 'boolean' ? Number(value) : (value as SQLInputValue)
  }
  return values
}
