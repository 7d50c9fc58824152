// Inspects a database without changing it.
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { type DatabaseAddress, databaseName } from '../database-name.ts'
import { postgresDialect, sqliteDialect } from '../dialect.ts'
import { explaining } from '../open-failure.ts'
import { type AppliedMigration, pendingMigrations, SchemaMismatch } from './migrate.ts'

/** A SQLite file with another program's tables. */
export class ForeignDatabase extends SchemaMismatch {}

const TIMEOUT_MS = 5_000
const DONE = 'select name, checksum from migrations order by position'

export interface SchemaState {
  /** True if the database does not exist yet or has no Daymark tables. */
  isMissing: boolean
  /** The migrations that the next start will run. */
  pending: readonly string[]
}

export async function schemaState(database: DatabaseAddress): Promise<SchemaState> {
  const done = await explaining(database, async () =>
    database.kind === 'postgres' ? postgresDone(database.url) : sqliteDone(database.path),
  )
  const dialect = database.kind === 'postgres' ? postgresDialect : sqliteDialect
  return {
    isMissing: done === undefined,
    pending: pendingMigrations(dialect, done ?? []).map(({ name }) => name),
  }
}

/** Throws if the server has not created or upgraded the database yet. */
export async function requireCurrentSchema(database: DatabaseAddress): Promise<void> {
  const { isMissing, pending } = await schemaState(database)
  if (isMissing) {
    throw new SchemaMismatch(
      `There is no Daymark database yet (${databaseName(database)}). Check DATA_DIR and DATABASE_URL. To create it, start the server or run "npm run migrate".`,
    )
  }
  if (pending.length > 0) {
    throw new SchemaMismatch(
      `The database was written by an older version of Daymark (${databaseName(database)}). Stop the old server and run "npm run migrate", which upgrades it.`,
    )
  }
}

/** Returns undefined if the file does not exist or has no tables. Throws if all tables belong to another program. */
function sqliteDone(path: string): AppliedMigration[] | undefined {
  if (!existsSync(path)) return undefined
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    const table = database.prepare(`select 1 from sqlite_master where name = 'migrations'`).get()
    if (!table) refuseForeign(database, path)
    return table && (database.prepare(DONE).all() as unknown as AppliedMigration[])
  } finally {
    database.close()
  }
}

/** Throws if the SQLite file contains another program's tables. */
export function refuseForeignFile(path: string): void {
  if (path !== ':memory:') sqliteDone(path)
}

/** A wrong path must not add Daymark's tables to another program's file. */
function refuseForeign(database: DatabaseSync, path: string): void {
  const tables = database.prepare(`select name from sqlite_master where type = 'table' limit 3`).all()
  if (tables.length === 0) return
  const names = tables.map(({ name }) => name).join(', ')
  throw new ForeignDatabase(
    `${path} is a database of another program (it has the tables ${names}). Correct DATA_DIR or DATABASE_URL.`,
  )
}

async function postgresDone(url: string): Promise<AppliedMigration[] | undefined> {
  const { HostsClient } = await import('../postgres/hosts-client.ts')
  const client = new HostsClient({ connectionString: url, connectionTimeoutMillis: TIMEOUT_MS })
  // Without a listener, a lost connection would end the process. The query in progress reports the error.
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query(`select to_regclass('migrations') is not null as there`)
    return rows[0]?.there ? (await client.query<AppliedMigration>(DONE)).rows : undefined
  } finally {
    await client.end()
  }
}
