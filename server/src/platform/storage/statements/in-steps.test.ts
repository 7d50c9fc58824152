import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { forEachStorage } from '../../../../test/support/storages.ts'
import type { Storage } from '../unit-of-work.ts'
import { countInSteps, deleteInSteps, slicesBySize, slicesOf, updateInSteps } from './in-steps.ts'

forEachStorage('changes in steps', open => {
  let storage: Storage
  let statements: string[] = []

  before(async () => {
    storage = await open({ observe: text => statements.push(text) })
    await storage.write([], async tx => {
      for (let n = 0; n < 25; n++) {
        const row = {
          id: `k${String(n).padStart(2, '0')}`,
          public_key: `${n % 5}`,
          private_key: '',
          created_at: '2026-01-01T00:00:00.000Z',
        }
        await sql`insert into signing_keys (id, public_key, private_key, created_at)
          values (${row.id}, ${row.public_key}, ${row.private_key}, ${row.created_at})`.execute(tx.sql)
      }
    })
  })
  after(() => storage.close())

  const left = async () =>
    (await storage.read(db => db.sql.selectFrom('signing_keys').select('id').orderBy('id').execute())).map(
      row => row.id,
    )
  const rows = (where: ReturnType<typeof sql>) => ({ table: 'signing_keys', where, most: 4 })

  it('counts every row once, also if the last step is full', async () => {
    const count = (where: ReturnType<typeof sql>, most: number) =>
      storage.read(db => countInSteps(db, { ...rows(where), key: ['public_key', 'id'], most }))
    assert.equal(await count(sql`true`, 4), 25)
    assert.equal(await count(sql`true`, 5), 25)
    assert.equal(await count(sql`true`, 26), 25)
    assert.equal(await count(sql`public_key = ${'1'}`, 2), 5)
    assert.equal(await count(sql`public_key = ${'none'}`, 2), 0)
    const matching = { ...rows(sql`true`), key: ['id'], matches: sql`public_key = ${'1'}` }
    assert.equal(await storage.read(db => countInSteps(db, matching)), 5)
  })

  it('returns the ids of changed rows and leaves the others alone', async () => {
    statements = []
    const changed = await storage.write([], tx =>
      updateInSteps(tx, rows(sql`public_key = ${'1'}`), sql`public_key = ${'changed'}`),
    )
    assert.deepEqual(changed.toSorted(), ['k01', 'k06', 'k11', 'k16', 'k21'])
    assert.equal(statements.filter(text => text.startsWith('update')).length, 2)
    await storage.write([], tx => deleteInSteps(tx, rows(sql`public_key <> ${'changed'}`)))
    assert.deepEqual(await left(), changed.toSorted())
  })

  it('rolls back all steps of a write that fails', async () => {
    const failing = storage.write([], async tx => {
      await deleteInSteps(tx, rows(sql`true`))
      throw new Error('stop')
    })
    await assert.rejects(failing, /stop/)
    assert.equal((await left()).length, 5)
  })

  it('splits a list into chunks', () => {
    assert.deepEqual([...slicesOf([1, 2, 3, 4, 5], 2)], [[1, 2], [3, 4], [5]])
    assert.deepEqual([...slicesOf([], 2)], [])
    const bySize = (...sizes: number[]) => [...slicesBySize(sizes, size => size, { rows: 3, chars: 10 })]
    assert.deepEqual(bySize(1, 2, 3, 4, 5), [
      [1, 2, 3],
      [4, 5],
    ])
    assert.deepEqual(bySize(4, 4, 4, 99, 1), [[4, 4], [4], [99], [1]])
    assert.deepEqual(bySize(), [])
  })
})
