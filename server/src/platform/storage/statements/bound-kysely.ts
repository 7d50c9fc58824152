// Binds Kysely to one connection. The unit of work handles transactions and pooling.
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type LimitNode,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { Dialect } from '../dialect.ts'
import type { Tables } from '../tables.ts'
import type { Db } from '../unit-of-work.ts'
import type { Execute } from './execute.ts'

/** The default for `StorageOptions.around`. */
export const untraced = (execute: Execute): Execute => execute

export const boundDb = (dialect: Dialect, execute: Execute): Db => ({
  sql: boundKysely(dialect.name, execute),
  dialect,
  execute,
})

export function boundKysely(name: 'sqlite' | 'postgres', execute: Execute): Kysely<Tables> {
  const driver = new BoundDriver(execute)
  return new Kysely<Tables>({
    dialect:
      name === 'sqlite'
        ? {
            createAdapter: () => new SqliteAdapter(),
            createDriver: () => driver,
            createIntrospector: db => new SqliteIntrospector(db),
            createQueryCompiler: () => new SqliteCompiler(),
          }
        : {
            createAdapter: () => new PostgresAdapter(),
            createDriver: () => driver,
            createIntrospector: db => new PostgresIntrospector(db),
            createQueryCompiler: () => new PostgresQueryCompiler(),
          },
  })
}

/**
 * With a bare `limit ?`, SQLite plans with the value and recompiles the statement at every execution, which takes
 * longer than reading most lists. `limit ? + 0` avoids that.
 */
class SqliteCompiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    super.visitLimit(node)
    this.append(' + 0')
  }
}

class BoundDriver implements Driver {
  readonly #connection: DatabaseConnection

  constructor(execute: Execute) {
    this.#connection = {
      executeQuery: <R>(query: CompiledQuery) =>
        execute(query.sql, query.parameters) as Promise<QueryResult<R>>,
      streamQuery: () => {
        throw new Error('Streaming is not used here.')
      },
    }
  }

  init = async () => {}
  acquireConnection = async () => this.#connection
  releaseConnection = async () => {}
  destroy = async () => {}
  beginTransaction = refuse
  commitTransaction = refuse
  rollbackTransaction = refuse
}

async function refuse(): Promise<never> {
  throw new Error('Transactions belong to the unit of work.')
}
