// Inspects a database without changing it: whether it answers, and its schema version.
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { type DatabaseAddress, databaseName } from '../database-name.ts'
import { postgresDialect, sqliteDialect } from '../dialect.ts'
import { explaining } from '../open-failure.ts'
import { type AppliedMigration, pendingMigrations, SchemaMismatch } from './migrate.ts'

/** A SQLite file with tables of another program. */
export class ForeignDatabase extends SchemaMismatch {}

const TIMEOUT_MS = 5_000
const DONE = 'select name, checksum from migrations order by position'

export interface SchemaState {
  /** There is no database yet, or it has no tables of Daymark. */
  isMissing: boolean
  /** The names of the migrations that the next start will run. */
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

/** Refuses to work on a database that the server has not created or upgraded yet. */
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

/** Returns undefined if there is no file or it has no tables. Throws if it has only tables of another program. */
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

/** Refuses a SQLite file with tables that are not ours. */
export function refuseForeignFile(path: string): void {
  if (path !== ':memory:') sqliteDone(path)
}

/** A wrong path must not add our tables to the file of another program. */
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
  // A broken connection also fails the query in progress, which reports it.
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query(`select to_regclass('migrations') is not null as there`)
    return rows[0]?.there ? (await client.query<AppliedMigration>(DONE)).rows : undefined
  } finally {
    await client.end()
  }
}
