// Uses a separate connection without time limits, because a migration may rewrite a large table.
import type pg from 'pg'
import { migrate } from '../schema/migrate.ts'
import type { UpgradeReport } from '../schema/migration.ts'
import type { Db } from '../unit-of-work.ts'
import { lockNumber } from './advisory-lock.ts'
import { HostsClient } from './hosts-client.ts'
import { postgresVersionFaults } from './version-faults.ts'

const MIGRATION_LOCK = lockNumber('daymark migrations')
const CONNECT_MS = 5_000

/**
 * Removes time limits that the operator may have set for the role. Selects the settings by name, because some
 * PostgreSQL versions do not have all of them.
 */
const WITHOUT_LIMITS = `select set_config(name, '0', true) from pg_settings where name in
  ('statement_timeout', 'lock_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout')`

export async function migratePostgres(
  url: string,
  dbOf: (client: pg.Client) => Db,
  report: UpgradeReport = {},
): Promise<void> {
  const client = new HostsClient({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    application_name: 'daymark',
  })
  // Without a listener, a lost connection would end the process. The query in progress reports the error.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin')
    await client.query(WITHOUT_LIMITS)
    await reportVersion(client, report)
    await lock(client, report)
    await migrate(dbOf(client), report)
    await client.query('commit')
  } finally {
    // Also rolls the transaction back if a migration failed.
    await client.end()
  }
}

async function reportVersion(client: pg.Client, report: UpgradeReport): Promise<void> {
  const { rows } = await client.query<{ version: number; name: string }>(
    `select current_setting('server_version_num')::int as version, current_setting('server_version') as name`,
  )
  const { version = 0, name = '' } = rows[0] ?? {}
  for (const { what, advice } of postgresVersionFaults(version))
    report.warn?.(`PostgreSQL ${name}: ${what} ${advice}`)
}

async function lock(client: pg.Client, report: UpgradeReport): Promise<void> {
  const { rows } = await client.query<{ free: boolean }>(
    `select pg_try_advisory_xact_lock(${MIGRATION_LOCK}) as free`,
  )
  if (rows[0]?.free) return
  report.waiting?.()
  await client.query(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`)
}
