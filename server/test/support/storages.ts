// Runs a suite on both databases, each freshly created. Fails if PostgreSQL is missing.
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import pg from 'pg'
import { postgresDialect } from '../../src/platform/storage/dialect.ts'
import { openPostgresStorage } from '../../src/platform/storage/postgres/postgres.ts'
import type { Storage, StorageOptions } from '../../src/platform/storage/unit-of-work.ts'
import { closing, openFreshSqlite } from './sqlite.ts'
import { templateName } from './template.ts'

export { openFreshSqlite }

/** Opens a fresh, migrated database. Closing the storage deletes it. */
export type OpenStorage = (options?: StorageOptions) => Promise<Storage>

export function forEachStorage(title: string, suite: (open: OpenStorage, name: string) => void): void {
  describe(`${title} on SQLite`, () => suite(openFreshSqlite, 'sqlite'))
  describe(`${title} on PostgreSQL`, () => suite(openFreshPostgres, 'postgres'))
}

/**
 * Returns an `it` for tests in `forEachStorage` whose statements other tests of the suite run on both databases, for
 * example tests of rules, status codes and texts. They run on SQLite only, because they would repeat the same work.
 */
export function onceFor(database: string): (title: string, test: () => void | Promise<void>) => void {
  return (title, test) => {
    if (database === 'sqlite') it(title, test)
  }
}

export async function openFreshPostgres(
  options: StorageOptions & { poolSize?: number } = {},
): Promise<Storage> {
  const { url, drop } = await migratedPostgresUrl()
  return closing(await openPostgresStorage(url, options), drop)
}

export async function ownDatabaseUrl(
  template = 'template1',
): Promise<{ url: string; drop: () => Promise<void> }> {
  const server = testServer()
  const name = `test_${randomBytes(8).toString('hex')}`
  await onServer(server, `create database ${name} template ${template} strategy file_copy`)
  const url = new URL(server)
  url.pathname = name
  return { url: url.href, drop: () => onServer(server, `drop database ${name} with (force)`) }
}

/** Copies a migrated database, which is ten times faster than running all migrations. */
export async function migratedPostgresUrl(): Promise<{ url: string; drop: () => Promise<void> }> {
  template ??= createTemplate(testServer())
  return ownDatabaseUrl(await template)
}

let template: Promise<string> | undefined

/** Creates the template unless another test file has already done so. Returns its name. */
async function createTemplate(server: string): Promise<string> {
  const name = templateName(postgresDialect)
  const client = new pg.Client(server)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [name])
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount === 0) {
      const { url } = await ownDatabaseUrl()
      const storage = await openPostgresStorage(url)
      await storage.close()
      // The finished database is renamed last, so that an interrupted test leaves no incomplete template.
      await client.query(`alter database ${new URL(url).pathname.slice(1)} rename to ${name}`)
    }
    return name
  } finally {
    await client.end()
  }
}

/** Creates an empty schema on the test server, which is faster than creating a database. */
export async function freshPostgresUrl(): Promise<{ url: string; drop: () => Promise<void> }> {
  const server = testServer()
  const schema = `test_${randomBytes(8).toString('hex')}`
  await onServer(server, `create schema ${schema}`)
  const url = new URL(server)
  url.searchParams.set('options', `-c search_path=${schema}`)
  return { url: url.href, drop: () => onServer(server, `drop schema ${schema} cascade`) }
}

function testServer(): string {
  const server = process.env['TEST_POSTGRES_URL']
  if (!server) throw new Error('TEST_POSTGRES_URL is not set; run the tests with "npm test".')
  return server
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
