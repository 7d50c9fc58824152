// Both databases must have the same tables and columns, so that a query written for one works on the other.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Storage } from '../src/platform/storage/unit-of-work.ts'
import { openFreshSqlite } from './support/sqlite.ts'
import { openFreshPostgres } from './support/storages.ts'

/** Holds changed rows until their transaction commits. On SQLite, it is a temporary table on the writing connection. */
const CAPTURED = 'captured_rows'

interface Column {
  table_name: string
  column_name: string
  nullable: unknown
}

async function columns(storage: Storage): Promise<string[]> {
  const query =
    storage.dialect.name === 'sqlite'
      ? sql<Column>`select m.name as table_name, c.name as column_name, (c."notnull" = 0 and c.pk = 0) as nullable
          from sqlite_master m join pragma_table_info(m.name) c where m.type = 'table'`
      : sql<Column>`select table_name, column_name, is_nullable = 'YES' as nullable
          from information_schema.columns where table_schema = current_schema()`
  const { rows } = await storage.read(db => query.execute(db.sql))
  return rows
    .filter(row => row.table_name !== CAPTURED)
    .map(row => `${row.table_name}.${row.column_name}${row.nullable ? '?' : ''}`)
    .sort()
}

async function indexes(storage: Storage): Promise<string[]> {
  const query =
    storage.dialect.name === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_master where type = 'index' and sql is not null`
      : sql<{ name: string }>`select i.relname as name from pg_index x
          join pg_class i on i.oid = x.indexrelid join pg_namespace n on n.oid = i.relnamespace
          where n.nspname = current_schema()
            and not exists (select 1 from pg_constraint c where c.conindid = x.indexrelid)`
  const { rows } = await storage.read(db => query.execute(db.sql))
  return rows
    .map(row => row.name)
    .filter(name => !name.startsWith(CAPTURED))
    .sort()
}

test('tables, columns, nullability and indexes are the same on both databases', async () => {
  const sqlite = await openFreshSqlite()
  const postgres = await openFreshPostgres()
  try {
    const expected = await columns(sqlite)
    assert.ok(expected.includes('tags.group_id'), 'the tables were really seen')
    assert.ok(expected.includes('tags.description?'), 'nullable columns are distinguished')
    assert.deepEqual(await columns(postgres), expected)
    assert.deepEqual(await indexes(postgres), await indexes(sqlite))
  } finally {
    await sqlite.close()
    await postgres.close()
  }
})

test('no sequence of PostgreSQL is unlogged: after a failover, such a sequence is unreadable', async () => {
  const postgres = await openFreshPostgres()
  const { rows } = await postgres.read(db =>
    sql<{ relname: string }>`
      select relname from pg_class where relkind = 'S' and relpersistence = 'u'
        and relnamespace = current_schema()::regnamespace`.execute(db.sql),
  )
  await postgres.close()
  assert.deepEqual(rows, [])
})
