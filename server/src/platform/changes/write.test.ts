// One request is one transaction and one batch, on both databases.
import assert from 'node:assert/strict'
import { after, before, beforeEach, it } from 'node:test'
import { forEachStorage } from '../../../test/support/storages.ts'
import { createGroup } from '../../features/tags/service.ts'
import { mintActor } from '../kernel/actor.ts'
import { newCause } from '../kernel/cause.ts'
import { rejected } from '../kernel/errors.ts'
import { systemClock } from '../kernel/time/clock.ts'
import type { Storage } from '../storage/unit-of-work.ts'
import { type RecordedStorage, recordedStorage } from './recording/recorded-storage.ts'
import type { By, RequestTx, UseCase } from './request-tx.ts'
import { write } from './write.ts'

forEachStorage('a write', open => {
  let storage: Storage
  let recorded: RecordedStorage
  let published: unknown[]
  /** The names of the captured rows of each batch. */
  let batches: string[][]
  let by: By

  before(async () => {
    storage = await open()
    storage.publishTo(notices => published.push(...notices.map(({ body }) => body)))
    recorded = recordedStorage(
      storage,
      async tx => {
        const rows = await tx.takeCaptured()
        if (rows.length === 0) return undefined
        batches.push(rows.map(({ after: row }) => String(row?.['name'])))
        return batches.length
      },
      systemClock,
    )
    await storage.write([], tx =>
      tx.sql
        .insertInto('users')
        .values({
          ...{ id: 'ann', display_name: 'Ann', avatar_url: null, email: null, email_verified: false },
          ...{ friend_code: 'ann', claims_at: 0, created_at: 1, updated_at: 1 },
        })
        .execute(),
    )
  })
  after(() => storage.close())
  beforeEach(() => {
    published = []
    batches = []
    by = { actor: mintActor('ann'), cause: newCause({ actor_id: 'ann' }) }
  })

  const addGroup: UseCase<string, void> = async (tx, name) => {
    await createGroup(tx, { name, color: '#112233' })
    tx.emit({ user_id: tx.actor.id, kind: 'made', body: name })
  }
  const run = <T>(work: (tx: RequestTx) => Promise<T>) => write(recorded, by, { run: work }, undefined)
  const names = async () =>
    (await storage.read(db => db.sql.selectFrom('tag_groups').select('name').orderBy('name').execute())).map(
      ({ name }) => name,
    )

  it('is one batch, however many use cases it composes', async () => {
    await run(async tx => {
      await addGroup(tx, 'a1')
      await addGroup(tx, 'a2')
    })
    assert.deepEqual(batches, [['a1', 'a2']])
    assert.deepEqual(published, ['a1', 'a2'])
    assert.equal(by.cause.position.seq, 1)
  })

  it('forgets what a failed attempt wrote, captured and emitted, and keeps the rest', async () => {
    await run(async tx => {
      await addGroup(tx, 'b1')
      await assert.rejects(
        tx.attempt(async () => {
          await addGroup(tx, 'b2')
          await tx.attempt(() => addGroup(tx, 'b3'))
          await assert.rejects(
            tx.attempt(async () => {
              await addGroup(tx, 'b4')
              throw rejected('inner')
            }),
            /inner/,
          )
          throw rejected('outer')
        }),
        /outer/,
      )
      await tx.attempt(() => addGroup(tx, 'b5'))
    })
    assert.deepEqual(batches, [['b1', 'b5']])
    assert.deepEqual(published, ['b1', 'b5'])
    assert.deepEqual(
      (await names()).filter(name => name.startsWith('b')),
      ['b1', 'b5'],
    )
  })

  it('also forgets rows that the failed attempt had already recorded', async () => {
    await run(async tx => {
      await addGroup(tx, 'c1')
      await assert.rejects(
        tx.attempt(async () => {
          await addGroup(tx, 'c2')
          await tx.record()
          throw rejected('after the record')
        }),
      )
    })
    assert.deepEqual(batches, [['c1', 'c2'], ['c1']], 'recorded again, because the first entries are gone')
  })

  it('writes nothing and publishes nothing if it fails', async () => {
    await assert.rejects(
      run(async tx => {
        await addGroup(tx, 'd1')
        throw rejected('no')
      }),
      /no/,
    )
    assert.deepEqual(published, [])
    assert.equal(by.cause.position.seq, undefined)
    assert.deepEqual(
      (await names()).filter(name => name.startsWith('d')),
      [],
    )
  })

  it('runs again with fresh keys if what its keys were read from has changed', async () => {
    let owner = 'bob'
    const tried: string[] = []
    const use = {
      keys: async () => [owner],
      run: async (tx: RequestTx) => {
        tried.push(owner)
        // Somebody else becomes the owner between the read of the keys and the transaction.
        if (tried.length === 1) owner = 'cleo'
        await addGroup(tx, `e${tried.length}`)
        tx.hold('ann', owner)
      },
    }
    await write(recorded, by, use, undefined)
    assert.deepEqual(tried, ['bob', 'cleo'])
    assert.deepEqual(batches, [['e2']])
  })

  it('gives up if its keys keep changing', async () => {
    let next = 0
    const moving = { run: async (tx: RequestTx) => tx.hold(`owner ${next++}`) }
    await assert.rejects(write(recorded, by, moving, undefined), { name: 'Stale' })
    assert.equal(next, 4)
  })
})
