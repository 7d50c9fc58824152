import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, it } from 'node:test'
import pg from 'pg'
import { migratedPostgresUrl } from '../../../test/support/storages.ts'
import { OUTCOME_MS } from '../changes/outcome-store.ts'
import { prune } from '../changes/retention.ts'
import { openPostgresStorage } from './postgres/postgres.ts'
import { openSqliteStorage } from './sqlite/sqlite.ts'
import { openSqlite } from './sqlite/sqlite-connection.ts'
import { rewriteFile } from './sqlite/sqlite-vacuum.ts'
import type { Storage } from './unit-of-work.ts'

const OWNER = '01890000-0000-7000-8000-000000000001'
const user = {
  ...{ id: OWNER, display_name: 'A', avatar_url: null, email: null, email_verified: false, friend_code: 'A' },
  ...{ claims_at: 0, created_at: 0, updated_at: 0 },
}
const ROWS = 2_000
const SLICE = 100
const TEXT = 'x'.repeat(3_000)
const MEGABYTE = 1_000_000

const folder = mkdtempSync(join(tmpdir(), 'daymark-test-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const addOwner = (storage: Storage) =>
  storage.write([], tx => tx.sql.insertInto('users').values(user).execute())

async function fill(storage: Storage): Promise<void> {
  for (let at = 0; at < ROWS; at += SLICE)
    await storage.write([], tx =>
      tx.sql
        .insertInto('outcomes')
        .values(
          Array.from({ length: SLICE }, (_, i) => ({
            ...{ owner_id: OWNER, channel: 'rest', key: `${at + i}`, at: 0 },
            ...{ fingerprint: '', status: 200, body: `${Math.random()}${TEXT}` },
          })),
        )
        .execute(),
    )
}

async function fillAndPrune(storage: Storage): Promise<void> {
  await fill(storage)
  const { outcomes } = await prune(storage, OUTCOME_MS + 1, 30)
  assert.equal(outcomes, ROWS)
}

it('a SQLite file gives the space of deleted rows back, in steps', async () => {
  const path = join(folder, 'new.db')
  const storage = await openSqliteStorage(path)
  await addOwner(storage)
  await fillAndPrune(storage)
  const others = storage.write([], async () => 'not held up')
  assert.ok((await storage.shrink()) > 1_000, 'the file has lost pages')
  assert.equal(await others, 'not held up')
  assert.equal(await storage.shrink(), 0, 'what new rows need stays')
  await storage.close()
  assert.ok(statSync(path).size < 2 * MEGABYTE)
})

it('a connection opens while a write is in progress', async () => {
  const path = join(folder, 'open.db')
  const storage = await openSqliteStorage(path)
  await storage.write([], async tx => {
    await tx.execute("delete from outcomes where key = ''", [])
    openSqlite(path).close()
  })
  await storage.close()
})

it('a file of an older version shrinks after it was rewritten once, without a server', async () => {
  const path = join(folder, 'old.db')
  const old = new DatabaseSync(path)
  // Older versions created files in this mode. Creating the first table makes it permanent.
  old.exec('pragma auto_vacuum = none; create table first (id integer); drop table first')
  old.close()
  const storage = await openSqliteStorage(path)
  await addOwner(storage)
  await fillAndPrune(storage)
  assert.equal(await storage.shrink(), 0)
  assert.throws(() => rewriteFile(path), /Another Daymark server/)
  await storage.close()
  assert.ok(statSync(path).size > 5 * MEGABYTE)
  rewriteFile(path)
  assert.ok(statSync(path).size < 2 * MEGABYTE)
  const again = await openSqliteStorage(path)
  await fillAndPrune(again)
  assert.ok((await again.shrink()) > 1_000)
  await again.close()
})

it('PostgreSQL is told to vacuum soon, and then the size stays the same round after round', async () => {
  const { url, drop } = await migratedPostgresUrl()
  const storage = await openPostgresStorage(url)
  const database = new pg.Client(url)
  await database.connect()
  const { rows } = await database.query<{ relname: string }>(
    "select relname from pg_class where reloptions @> '{autovacuum_vacuum_scale_factor=0.01}' order by 1",
  )
  assert.deepEqual(
    rows.map(row => row.relname),
    ['changes', 'jobs', 'notifications', 'outcomes', 'webhook_deliveries'],
  )
  await addOwner(storage)
  const sizes: number[] = []
  for (let round = 0; round < 4; round++) {
    // Measures the table at its largest in this round. Runs the vacuum itself, because autovacuum runs only once a
    // minute.
    await fill(storage)
    const size = await database.query<{ bytes: string }>("select pg_total_relation_size('outcomes') as bytes")
    sizes.push(Number(size.rows[0]?.bytes))
    await prune(storage, OUTCOME_MS + 1, 30)
    await database.query('vacuum outcomes')
  }
  // Without the vacuum, the fourth round would need four times the space of the first. On a busy machine, the size
  // grows once or twice before it stays the same.
  assert.ok((sizes[3] ?? 0) < 3 * (sizes[0] ?? 0), sizes.join(' '))
  await database.end()
  await storage.close()
  await drop()
})
