// Inspects a database without changing it: whether it answers, and its schema version.
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { postgresDialect, sqliteDialect } from '../dialect.ts'
import type { DatabaseAddress } from '../open.ts'
import { type AppliedMigration, pendingMigrations } from './migrate.ts'

const TIMEOUT_MS = 5_000
const DONE = 'select name, checksum from migrations order by position'

/** Returns `missing` if there is no database yet, otherwise the number of migrations that the next start will run. */
export async function schemaState(database: DatabaseAddress): Promise<'missing' | number> {
  if (database.kind === 'postgres') return postgresState(database.url)
  return existsSync(database.path) ? sqliteState(database.path) : 'missing'
}

function sqliteState(path: string): 'missing' | number {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    const table = database.prepare(`select 1 from sqlite_master where name = 'migrations'`).get()
    if (!table) return 'missing'
    return pendingMigrations(sqliteDialect, database.prepare(DONE).all() as unknown as AppliedMigration[])
  } finally {
    database.close()
  }
}

async function postgresState(url: string): Promise<'missing' | number> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: TIMEOUT_MS })
  await client.connect()
  try {
    const { rows } = await client.query(`select to_regclass('migrations') is not null as there`)
    if (!rows[0]?.there) return 'missing'
    return pendingMigrations(postgresDialect, (await client.query<AppliedMigration>(DONE)).rows)
  } finally {
    await client.end()
  }
}
