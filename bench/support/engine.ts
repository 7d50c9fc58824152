// The baseline server's database access: prepared statements, with a transaction around writes.
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import pg from 'pg'
import type { DatabaseAddress } from '../../server/src/platform/storage/database-name.ts'

/** Runs the prepared statements in order. `values` contains a list of values for each statement. */
export type Run = (values: readonly unknown[][]) => Promise<void> | undefined

export interface Engine {
  prepare(texts: readonly string[], writes: boolean): Run
}

/** The same as the server's pool size. */
const POOL_SIZE = 10

export const openEngine = (database: DatabaseAddress): Engine =>
  database.kind === 'sqlite' ? sqliteEngine(database.path) : postgresEngine(database.url)

function sqliteEngine(path: string): Engine {
  const db = new DatabaseSync(path, { timeout: 5000 })
  db.exec(
    'pragma synchronous = full; pragma mmap_size = 268435456; pragma temp_store = memory; pragma cache_size = -16000',
  )
  const [begin, commit] = [db.prepare('begin immediate'), db.prepare('commit')]
  return {
    prepare(texts, writes) {
      const statements = texts.map(text => {
        const statement = db.prepare(text)
        return { statement, reads: statement.columns().length > 0 }
      })
      return values => {
        if (writes) begin.run()
        for (const [at, { statement, reads }] of statements.entries()) {
          const given = (values[at] ?? []) as SQLInputValue[]
          if (reads) statement.all(...given)
          else statement.run(...given)
        }
        if (writes) commit.run()
        return undefined
      }
    },
  }
}

let names = 0

function postgresEngine(url: string): Engine {
  const pool = new pg.Pool({ connectionString: url, max: POOL_SIZE })
  return {
    prepare(texts, writes) {
      const named = texts.map(text => ({ name: `limit_${names++}`, text }))
      return async values => {
        const client = await pool.connect()
        if (writes) await client.query('begin')
        for (const [at, statement] of named.entries())
          await client.query({ ...statement, values: [...(values[at] ?? [])] })
        if (writes) await client.query('commit')
        client.release()
      }
    },
  }
}
