// Runs the same suite on both databases, fresh for each test file. Fails if PostgreSQL is missing.
import { randomBytes } from 'node:crypto'
import { describe } from 'node:test'
import pg from 'pg'
import { openPostgresStorage } from '../../src/platform/storage/postgres/postgres.ts'
import type { Storage, StorageOptions } from '../../src/platform/storage/unit-of-work.ts'
import { closing, openFreshSqlite } from './sqlite.ts'

export { openFreshSqlite }

/** Opens a fresh, migrated database; closing the storage deletes it. */
export type OpenStorage = (options?: StorageOptions) => Promise<Storage>

export function forEachStorage(title: string, suite: (open: OpenStorage, name: string) => void): void {
  describe(`${title} on SQLite`, () => suite(openFreshSqlite, 'sqlite'))
  describe(`${title} on PostgreSQL`, () => suite(openFreshPostgres, 'postgres'))
}

export async function openFreshPostgres(
  options: StorageOptions & { poolSize?: number } = {},
): Promise<Storage> {
  const { url, drop } = await freshPostgresUrl()
  return closing(await openPostgresStorage(url, options), drop)
}

/**
 * Opens a separate database for tests that read the catalog, because other tests create and drop schemas in
 * the shared one.
 */
export async function openOwnDatabase(options: StorageOptions = {}): Promise<Storage> {
  const { url, drop } = await ownDatabaseUrl()
  return closing(await openPostgresStorage(url, options), drop)
}

export async function ownDatabaseUrl(): Promise<{ url: string; drop: () => Promise<void> }> {
  const server = testServer()
  const name = `test_${randomBytes(8).toString('hex')}`
  await onServer(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = name
  return { url: url.href, drop: () => onServer(server, `drop database ${name}`) }
}

/** Creates a schema in the test server, which is faster than creating a database. */
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
