import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { forEachStorage } from '../../../test/support/storages.ts'
import { Problem } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import type { Notice } from '../kernel/notice.ts'
import type { Db, Storage, Tx } from './unit-of-work.ts'

const groupOf = (owner_id: string, name: string) => ({
  id: newId(),
  owner_id,
  name,
  color: '#000000',
  description: null,
  goal_ratios: null,
  goal_hours: null,
  is_todo_group: true,
  created_at: 1,
  updated_at: 1,
})

const userOf = (id: string) => ({
  id,
  display_name: id,
  avatar_url: null,
  email: null,
  email_verified: false,
  friend_code: id,
  claims_at: 0,
  created_at: 1,
  updated_at: 1,
})

/** 787 is SQLite's extended code, 23503 is PostgreSQL's SQLSTATE. */
const isForeignKeyViolation = (error: unknown): boolean => {
  const { errcode, code } = error as { errcode?: number; code?: string }
  return errcode === 787 || code === '23503'
}

forEachStorage('storage', open => {
  let storage: Storage
  const published: Notice[] = []

  before(async () => {
    storage = await open({ publish: notices => published.push(...notices) })
    await storage.write([], tx => tx.sql.insertInto('users').values(userOf('ann')).execute())
  })
  after(() => storage.close())

  const insert = (db: Db, name: string) =>
    db.sql.insertInto('tag_groups').values(groupOf('ann', name)).execute()
  const names = () =>
    storage.read(async db =>
      (await db.sql.selectFrom('tag_groups').select('name').execute()).map(row => row.name),
    )
  const notice = (kind: string): Notice => ({ user_id: 'ann', kind, body: null })

  it('rolls back a failed write and publishes nothing of it', async () => {
    const failing = storage.write(['ann'], async tx => {
      await insert(tx, 'half')
      tx.emit(notice('half'))
      throw new Error('stop')
    })
    await assert.rejects(failing, /stop/)
    assert.ok(!(await names()).includes('half'))
    assert.deepEqual(published, [])
  })

  it('publishes after the commit, in the order of emission', async () => {
    await storage.write(['ann'], async tx => {
      tx.emit(notice('one'))
      await insert(tx, 'told')
      tx.emit(notice('two'))
      assert.deepEqual(published, [])
    })
    assert.deepEqual(
      published.map(each => each.kind),
      ['one', 'two'],
    )
  })

  it('shows one state to all statements of a snapshot, which ends with it', async () => {
    const inSnapshot = (db: Db) => db.sql.selectFrom('tag_groups').select('name').execute()
    const [first, second] = await storage.snapshot(async db => {
      const before = await inSnapshot(db)
      await storage.write(['ann'], tx => insert(tx, 'meanwhile'))
      assert.ok((await names()).includes('meanwhile'), 'other reads see the write')
      return [before, await inSnapshot(db)]
    })
    assert.deepEqual(first, second)
    const after = await storage.snapshot(inSnapshot)
    assert.ok(after.some(row => row.name === 'meanwhile'))
    await assert.rejects(
      storage.snapshot(async () => Promise.reject(new Error('stop'))),
      /stop/,
    )
    assert.deepEqual(await storage.snapshot(inSnapshot), after)
  })

  it('runs snapshots side by side', async () => {
    const ready = Array.from({ length: 3 }, () => Promise.withResolvers<void>())
    const shown = await Promise.all(
      ready.map(async (own, at) =>
        storage.snapshot(async db => {
          own.resolve()
          await Promise.all(ready.map(each => each.promise))
          const { rows } = await db.execute(`select ${at} as at`, [])
          return rows[0]
        }),
      ),
    )
    assert.deepEqual(shown, [{ at: 0 }, { at: 1 }, { at: 2 }])
  })

  it('keeps a committed write and all later ones when its publisher throws', async () => {
    const failures: unknown[] = []
    const received: string[] = []
    const other = await open({
      publish: notices => {
        received.push(...notices.map(each => each.kind))
        if (notices.some(each => each.kind === 'bad')) throw new Error('The publisher failed.')
      },
      publishFailed: error => failures.push(error),
    })
    const write = (kind: string) =>
      other.write([], async tx => {
        await tx.sql.insertInto('users').values(userOf(kind)).execute()
        tx.emit({ user_id: kind, kind, body: null })
        return kind
      })
    // On SQLite, the first three writes share a batch, and the last one runs after the failed publish.
    assert.deepEqual(await Promise.all(['one', 'bad', 'two'].map(write)), ['one', 'bad', 'two'])
    assert.equal(await write('later'), 'later')
    const users = await other.read(db => db.sql.selectFrom('users').select('id').orderBy('id').execute())
    assert.deepEqual(
      users.map(({ id }) => id),
      ['bad', 'later', 'one', 'two'],
    )
    assert.deepEqual(received.toSorted(), ['bad', 'later', 'one', 'two'])
    assert.deepEqual(
      failures.map(error => (error as Error).message),
      ['The publisher failed.'],
    )
    await other.close()
  })

  it('keeps the other writes of a batch when one fails', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 40 }, (_, i) =>
        storage.write(['ann'], async tx => {
          await insert(tx, `batch-${i}`)
          if (i % 4 === 0) throw new Error('no')
        }),
      ),
    )
    assert.equal(outcomes.filter(each => each.status === 'rejected').length, 10)
    const kept = (await names()).filter(name => name.startsWith('batch-'))
    assert.equal(kept.length, 30)
    assert.ok(!kept.includes('batch-4'))
  })

  it('runs writes of one key one after the other', async () => {
    const rename = (tx: Tx) => async () => {
      const row = await tx.sql
        .selectFrom('tag_groups')
        .selectAll()
        .where('name', 'like', 'count-%')
        .executeTakeFirstOrThrow()
      const next = Number(row.name.slice(6)) + 1
      await tx.sql
        .updateTable('tag_groups')
        .set({ name: `count-${next}` })
        .where('id', '=', row.id)
        .execute()
    }
    await storage.write(['ann'], tx => insert(tx, 'count-0'))
    await Promise.all(Array.from({ length: 25 }, () => storage.write(['ann'], tx => rename(tx)())))
    assert.ok((await names()).includes('count-25'))
  })

  it('hides uncommitted data from readers', async () => {
    await storage.write(['ann'], async tx => {
      await insert(tx, 'unseen')
      assert.ok(!(await names()).includes('unseen'))
    })
    assert.ok((await names()).includes('unseen'))
  })

  it('reports a taken key as a conflict', async () => {
    const group = groupOf('ann', 'twice')
    const twice = storage.write(['ann'], async tx => {
      await tx.sql.insertInto('tag_groups').values(group).execute()
      await tx.sql.insertInto('tag_groups').values(group).execute()
    })
    await assert.rejects(twice, error => error instanceof Problem && error.kind === 'conflict')
  })

  it('enforces foreign keys', async () => {
    const orphan = storage.write(['eve'], tx =>
      tx.sql.insertInto('tag_groups').values(groupOf('eve', 'x')).execute(),
    )
    await assert.rejects(orphan, error => isForeignKeyViolation(error))
    assert.ok(!(await names()).includes('x'))
  })

  it('refuses to delete referenced rows', async () => {
    await storage.write(['ann'], tx => insert(tx, 'owned'))
    const parent = storage.write(['ann'], tx =>
      tx.sql.updateTable('users').set({ id: 'renamed' }).where('id', '=', 'ann').execute(),
    )
    await assert.rejects(parent, error => isForeignKeyViolation(error))
  })

  it('returns booleans and numbers as they were written', async () => {
    const group = { ...groupOf('ann', 'types'), created_at: 4_102_444_800_123 }
    await storage.write(['ann'], tx => tx.sql.insertInto('tag_groups').values(group).execute())
    const row = await storage.read(db =>
      db.sql.selectFrom('tag_groups').selectAll().where('id', '=', group.id).executeTakeFirstOrThrow(),
    )
    assert.equal(Boolean(row.is_todo_group), true)
    assert.equal(row.created_at, 4_102_444_800_123)
  })
})
