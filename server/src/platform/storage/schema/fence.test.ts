import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { migratedPostgresUrl } from '../../../../test/support/storages.ts'
import { migrations } from '../migrations/list.ts'
import { openPostgresStorage } from '../postgres/postgres.ts'
import { openSqliteStorage } from '../sqlite/sqlite.ts'
import type { Storage, StorageOptions } from '../unit-of-work.ts'
import { Outdated } from './fence.ts'
import { migrate } from './migrate.ts'

interface Shared {
  open(options?: StorageOptions): Promise<Storage>
  drop(): Promise<void>
}

async function onSqlite(): Promise<Shared> {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-fence-'))
  const path = join(folder, 'daymark.db')
  return {
    open: options => openSqliteStorage(path, { shared: true, ...options }),
    drop: async () => rmSync(folder, { recursive: true }),
  }
}

async function onPostgres(): Promise<Shared> {
  const { url, drop } = await migratedPostgresUrl()
  return { open: options => openPostgresStorage(url, { poolSize: 4, ...options }), drop }
}

const later = { name: '9999-later', statements: () => ['create table later (x integer)'] }
const rows = (storage: Storage) =>
  storage.read(db =>
    db.sql
      .selectFrom('server_facts')
      .selectAll()
      .execute()
      .then(found => found.length),
  )

for (const [name, share] of Object.entries({ SQLite: onSqlite, PostgreSQL: onPostgres })) {
  describe(`two versions on one database on ${name}`, () => {
    it('a migration waits for running writes, and no write of the older instance is accepted from its begin on', async () => {
      const shared = await share()
      const noticed = Promise.withResolvers<void>()
      const old = await shared.open({ outdated: noticed.resolve })
      const newer = await shared.open()
      const [mayEnd, isWriting, mayCommit, hasBegun] = Array.from({ length: 4 }, () =>
        Promise.withResolvers<void>(),
      ) as [Gate, Gate, Gate, Gate]
      const order: string[] = []
      const running = old.write(['a'], async tx => {
        await tx.sql.insertInto('server_facts').values({ name: 'id', value: 'x' }).execute()
        isWriting.resolve()
        await mayEnd.promise
        order.push('write')
      })
      await isWriting.promise
      const upgrade = newer.write([], async tx => {
        await migrate(tx, {}, [...migrations, later])
        order.push('migration')
        hasBegun.resolve()
        await mayCommit.promise
      })
      mayEnd.resolve()
      await running
      await hasBegun.promise
      assert.deepEqual(order, ['write', 'migration'])
      const refused = assert.rejects(
        old.write(['a'], tx => tx.sql.deleteFrom('server_facts').execute()),
        Outdated,
      )
      // On SQLite, the older instance can notice the upgrade only after its commit.
      if (name === 'PostgreSQL') await noticed.promise
      mayCommit.resolve()
      await upgrade
      await refused
      await noticed.promise
      assert.equal(await rows(old), 1)
      for (const storage of [old, newer]) await storage.close()
      await shared.drop()
    })

    it('an instance notices an upgrade although it neither reads nor writes', async () => {
      const shared = await share()
      const noticed = Promise.withResolvers<void>()
      const old = await shared.open({ outdated: noticed.resolve })
      const newer = await shared.open()
      await newer.write([], tx => migrate(tx, {}, [...migrations, later]))
      await noticed.promise
      await assert.rejects(old.check(), Outdated)
      for (const storage of [old, newer]) await storage.close()
      await shared.drop()
    })

    it('another start with the same version disturbs nobody', async () => {
      const shared = await share()
      let wasDisturbed = false
      const first = await shared.open({
        outdated: () => {
          wasDisturbed = true
        },
      })
      const second = await shared.open()
      await first.check()
      await second.check()
      assert.equal(wasDisturbed, false)
      for (const storage of [first, second]) await storage.close()
      await shared.drop()
    })
  })
}

type Gate = PromiseWithResolvers<void>
