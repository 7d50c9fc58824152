import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { freshPostgresUrl } from '../../../../test/support/storages.ts'
import { migrations } from '../migrations/list.ts'
import { openPostgresStorage } from '../postgres/postgres.ts'
import { openSqliteStorage } from '../sqlite/sqlite.ts'
import { DatabaseInUse } from '../sqlite/sqlite-lock.ts'
import type { Storage } from '../unit-of-work.ts'
import { migrate, SchemaMismatch } from './migrate.ts'
import type { Migration } from './migration.ts'

const extra: Migration = { name: '9999-future', statements: () => ['create table future (x integer)'] }
const migrateWith = (storage: Storage, steps: readonly Migration[]) =>
  storage.write([], tx => migrate(tx, {}, steps))

function refusals(open: () => Promise<Storage>): void {
  it('runs each migration once', async () => {
    const storage = await open()
    await migrateWith(storage, migrations)
    const rows = await storage.read(db => db.sql.selectFrom('migrations').selectAll().execute())
    assert.equal(rows.length, migrations.length)
    await storage.close()
  })

  it('refuses a database of a newer program', async () => {
    const storage = await open()
    await migrateWith(storage, [...migrations, extra])
    await storage.close()
    await assert.rejects(
      open(),
      (error: Error) => error instanceof SchemaMismatch && /newer/.test(error.message),
    )
  })
}

describe('migrations on SQLite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-migrate-'))
  after(() => rmSync(folder, { recursive: true }))
  refusals(() => openSqliteStorage(join(folder, 'newer.db')))

  it('refuses a migration that was changed after it ran', async () => {
    const storage = await openSqliteStorage(':memory:')
    const [first, ...rest] = migrations
    assert.ok(first)
    const changed = { ...first, statements: () => ['create table other (x integer)'] }
    await assert.rejects(migrateWith(storage, [changed, ...rest]), SchemaMismatch)
    await storage.close()
  })

  it('lets one server use a file, and another one after it', async () => {
    const path = join(folder, 'one.db')
    const first = await openSqliteStorage(path)
    await assert.rejects(
      openSqliteStorage(path),
      (error: Error) => error instanceof DatabaseInUse && /PostgreSQL/.test(error.message),
    )
    const tool = await openSqliteStorage(path, { shared: true })
    await tool.check()
    await tool.close()
    const link = join(folder, 'link.db')
    symlinkSync(path, link)
    await assert.rejects(openSqliteStorage(link), DatabaseInUse, 'the same file by another name')
    await first.close()
    await (await openSqliteStorage(path)).close()
  })
})

describe('migrations on PostgreSQL', () => {
  let url: string
  let drop: () => Promise<void>
  before(async () => {
    ;({ url, drop } = await freshPostgresUrl())
  })
  after(() => drop())
  refusals(() => openPostgresStorage(url))

  it('lets two instances start at once', async () => {
    const fresh = await freshPostgresUrl()
    const both = await Promise.all([openPostgresStorage(fresh.url), openPostgresStorage(fresh.url)])
    for (const storage of both) await storage.close()
    await fresh.drop()
  })
})
