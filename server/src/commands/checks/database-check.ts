import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Config } from '../../config/config.ts'
import { secretState } from '../../features/accounts/keys/secret.ts'
import { secretPlace } from '../../features/accounts/open.ts'
import { newestBackups } from '../../platform/storage/copies/archive/claim.ts'
import { databaseName } from '../../platform/storage/database-name.ts'
import { openStorage } from '../../platform/storage/open.ts'
import { postgresVersionFaults } from '../../platform/storage/postgres/version-faults.ts'
import { type SchemaState, schemaState } from '../../platform/storage/schema/schema-state.ts'
import { DatabaseLost, requireSameServer } from '../../platform/storage/server-id.ts'
import { sizeText } from '../support/sqlite-files.ts'
import { bad, type Finding, MAX_SKEW_MS, ok, reasonOf, TIMEOUT_MS, warning } from './finding.ts'
import { checkPooler } from './pooler-check.ts'

/** Enough digits to compare the secrets of two servers. */
const SHOWN_DIGITS = 12
const LARGE_WAL_BYTES = 256_000_000

export async function checkDatabase(config: Config, now: number): Promise<Finding[]> {
  const { database } = config
  const name = `Database: ${databaseName(database)}`
  if (database.kind === 'sqlite' && database.path === ':memory:') return []
  try {
    const lost = await lostDatabase(config, now)
    if (lost) return [lost]
    const state = await schemaState(database)
    const isEmptied =
      database.kind === 'sqlite' && existsSync(database.path) && statSync(database.path).size === 0
    const findings = [isEmptied ? emptyFile(database.path) : describeState(name, state)]
    findings.push(
      ...(database.kind === 'postgres'
        ? await checkPostgres(database.url, config.DATABASE_POOL_SIZE * config.WORKERS, now)
        : checkSqlite(database.path, state, now)),
    )
    if (database.kind === 'postgres')
      findings.push(...(await checkPooler(database.url, config.DATABASE_PREPARED_STATEMENTS)))
    if (!state.isMissing) findings.push(...(await checkSecret(config)))
    return findings
  } catch (error) {
    return [bad(`Database: ${(error as Error).message}`)]
  }
}

/** Says the same as the start, which refuses to create a new database where one was lost. */
async function lostDatabase(config: Config, now: number): Promise<Finding | undefined> {
  try {
    await requireSameServer(config, () => newestBackups(config, now))
    return undefined
  } catch (error) {
    if (!(error instanceof DatabaseLost)) throw error
    const [what = '', ...advice] = error.message.split('\n')
    return bad(`Database: ${what}`, advice.join('\n    '))
  }
}

/** SQLite treats an empty file as a new database, so a server start would hide the data loss. */
const emptyFile = (path: string): Finding =>
  warning(
    `Database: the file ${resolve(path)} is empty: the next start creates a new database in it.`,
    'If there was a database before, restore a backup: npm run restore -- <file>',
  )

/** Warns about pending migrations but does not run them, so that the operator can make a backup first. */
function describeState(name: string, { isMissing, pending }: SchemaState): Finding {
  if (isMissing) return ok(`${name} has no tables yet; the first start creates them.`)
  if (pending.length === 0) return ok(`${name} answers and has the schema of this version.`)
  const count = pending.length === 1 ? '1 migration' : `${pending.length} migrations`
  return warning(
    `${name} has the schema of an older version: the next start upgrades it (${count}).`,
    'Make a backup first, or run "npm run migrate", which makes one.',
  )
}

function checkSqlite(path: string, { isMissing, pending }: SchemaState, now: number): Finding[] {
  if (isMissing) return []
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    const text = (statement: string) => Object.values(database.prepare(statement).get() ?? {})[0]
    const findings: Finding[] = []
    const verdict = text('pragma quick_check(1)')
    if (verdict !== 'ok')
      findings.push(
        bad(
          `Database: the content is damaged: ${verdict}`,
          'Restore a backup: npm run restore -- <file> --force',
        ),
      )
    const orphan = verdict === 'ok' ? database.prepare('pragma foreign_key_check').get() : undefined
    if (orphan)
      findings.push(
        bad(
          `Database: a row of ${orphan['table']} references a missing row of ${orphan['parent']}.`,
          'Another program changed the file. Restore a backup.',
        ),
      )
    const wal = existsSync(`${path}-wal`) ? statSync(`${path}-wal`).size : 0
    if (wal > LARGE_WAL_BYTES)
      findings.push(
        warning(
          `Database: the write-ahead log takes up ${sizeText(wal)}.`,
          'Another program keeps the database open for reading. Close it.',
        ),
      )
    if (verdict === 'ok' && pending.length === 0) findings.push(...clockFindings(text(LAST_CHANGE), now))
    return findings.length > 0 ? findings : [ok('Database: the content passed the check.')]
  } finally {
    database.close()
  }
}

const LAST_CHANGE =
  'select max(at) from (select max(at) as at from changes union all select max(updated_at) from users)'

function clockFindings(last: unknown, now: number): Finding[] {
  const ahead = Number(last ?? 0) - now
  return ahead > MAX_SKEW_MS
    ? [
        bad(
          `Clock: this machine is at least ${Math.round(ahead / 1000)} s behind the last change in the database.`,
          'Use NTP to set the clock.',
        ),
      ]
    : []
}

async function checkPostgres(url: string, needed: number, now: number): Promise<Finding[]> {
  const { HostsClient } = await import('../../platform/storage/postgres/hosts-client.ts')
  const client = new HostsClient({ connectionString: url, connectionTimeoutMillis: TIMEOUT_MS })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, string>>(POSTGRES_FACTS)
    return [...postgresFaults(rows[0] ?? {}, needed), ...clockDifference(Number(rows[0]?.['now']), now)]
  } finally {
    await client.end()
  }
}

const POSTGRES_FACTS = `select
  current_setting('server_version_num')::int as version,
  current_setting('server_version') as version_name,
  current_setting('server_encoding') as encoding,
  current_setting('fsync') as fsync,
  current_setting('full_page_writes') as pages,
  current_setting('synchronous_commit') as commit,
  current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as connections,
  (pg_is_in_recovery() or current_setting('transaction_read_only') = 'on')::text as read_only,
  coalesce(has_schema_privilege(current_schema(), 'create'), false)::text as may_create,
  (extract(epoch from clock_timestamp()) * 1000)::bigint as now`

function postgresFaults(facts: Record<string, string>, needed: number): Finding[] {
  const { encoding, fsync, pages, commit, connections, read_only, may_create } = facts
  const findings: Finding[] = []
  for (const { what, advice } of postgresVersionFaults(Number(facts['version'])))
    findings.push(bad(`PostgreSQL ${facts['version_name']}: ${what}`, advice))
  if (encoding !== 'UTF8')
    findings.push(bad(`PostgreSQL: the encoding is ${encoding}.`, 'Create the database with encoding UTF8.'))
  for (const [name, value] of Object.entries({ fsync, full_page_writes: pages, synchronous_commit: commit }))
    if (value === 'off')
      findings.push(warning(`PostgreSQL: ${name} is off: a power failure loses data.`, `Set ${name} = on.`))
  if (Number(connections) < needed)
    findings.push(
      bad(
        `PostgreSQL: it allows ${connections} connections, and one instance uses up to ${needed} (DATABASE_POOL_SIZE × WORKERS).`,
        'Raise max_connections, or lower DATABASE_POOL_SIZE.',
      ),
    )
  if (read_only === 'true')
    findings.push(bad('PostgreSQL: it is read-only, as replicas are.', 'Point DATABASE_URL to the primary.'))
  else if (may_create === 'false')
    findings.push(
      bad(
        'PostgreSQL: this user may not create tables.',
        'Make it the owner of the database, or grant CREATE.',
      ),
    )
  return findings.length > 0
    ? findings
    : [
        ok(
          `PostgreSQL ${facts['version_name']}: no fault of this version concerns Daymark, and its settings are safe.`,
        ),
      ]
}

function clockDifference(theirs: number, now: number): Finding[] {
  const skew = Math.abs(theirs - now)
  if (skew <= MAX_SKEW_MS) return []
  return [
    warning(
      `Clock: differs from PostgreSQL's clock by ${Math.round(skew / 1000)} s.`,
      'Use NTP on both machines.',
    ),
  ]
}

async function checkSecret(config: Config): Promise<Finding[]> {
  if (config.OIDC_ISSUER_URL !== undefined) return []
  const storage = await openStorage(config.database, {
    ...{ shared: true, poolSize: 1, schema: 'as-is' },
    prepares: config.DATABASE_PREPARED_STATEMENTS,
  })
  try {
    const { trouble, fingerprint } = await secretState(secretPlace(config, storage), storage)
    if (trouble !== undefined) return [bad(`Secret: ${trouble}`)]
    return [
      fingerprint === undefined
        ? ok('Secret: the first start creates it.')
        : ok(`Secret: matches the database (fingerprint ${fingerprint.slice(0, SHOWN_DIGITS)}).`),
    ]
  } catch (error) {
    return [bad(`Secret: cannot be checked: ${reasonOf(error)}`)]
  } finally {
    await storage.close()
  }
}
