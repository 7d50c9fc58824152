import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { forEachStorage } from '../../../../test/support/storages.ts'
import type { Storage } from '../unit-of-work.ts'
import { libraryKysely } from './library-kysely.ts'

forEachStorage('a Kysely for libraries', open => {
  let storage: Storage
  before(async () => {
    storage = await open()
  })
  after(() => storage.close())

  const disable = (user_id: string) => ({ user_id, disabled_at: 1 })
  const count = async () => {
    const rows = await libraryKysely(storage).selectFrom('disabled_users').select('user_id').execute()
    return rows.length
  }

  it('reads its own writes and ours', async () => {
    const db = libraryKysely(storage)
    const row = await db
      .insertInto('disabled_users')
      .values(disable('ann'))
      .returningAll()
      .executeTakeFirstOrThrow()
    assert.equal(row.user_id, 'ann')
    await storage.write([], tx => tx.sql.insertInto('disabled_users').values(disable('bob')).execute())
    assert.equal(await count(), 2)
    const gone = await db.deleteFrom('disabled_users').executeTakeFirst()
    assert.equal(gone.numDeletedRows, 2n)
  })

  it('proceeds while our writes are in progress', async () => {
    const db = libraryKysely(storage)
    await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        i % 2 === 0
          ? db
              .insertInto('disabled_users')
              .values(disable(`library ${i}`))
              .execute()
          : storage.write([String(i)], async tx => {
              await tx.sql
                .insertInto('disabled_users')
                .values(disable(`own ${i}`))
                .execute()
              // Keeps the write lock until the next event loop iteration.
              await new Promise(resolve => setImmediate(resolve))
            }),
      ),
    )
    assert.equal(await count(), 60)
  })

  it('fails alone: the other writes of its batch are kept', async () => {
    const db = libraryKysely(storage)
    const [bad, good] = await Promise.allSettled([
      db.insertInto('disabled_users').values(disable('library 0')).execute(),
      storage.write([], tx => tx.sql.insertInto('disabled_users').values(disable('fresh')).execute()),
    ])
    assert.equal(bad?.status, 'rejected')
    assert.equal(good?.status, 'fulfilled')
  })

  it('has no transactions', async () => {
    await assert.rejects(
      libraryKysely(storage)
        .transaction()
        .execute(trx => sql`select 1`.execute(trx)),
      /unit of work/,
    )
  })
})
