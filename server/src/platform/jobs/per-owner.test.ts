import assert from 'node:assert/strict'
import { it } from 'node:test'
import { testClock } from '../../../test/support/app.ts'
import { forEachStorage } from '../../../test/support/storages.ts'
import { enqueue } from './enqueue.ts'
import { openJobs } from './open.ts'
import { perOwner } from './per-owner.ts'

const silent = { warn: () => {}, error: () => {} }

forEachStorage('jobs per owner', open => {
  it('many jobs of one person that never end delay nobody else, and run later', async t => {
    const storage = await open()
    const clock = testClock()
    const queue = openJobs({ storage, clock, log: silent, stop_ms: 10 })
    t.after(async () => {
      await queue.stop()
      await storage.close()
    })
    const held = Promise.withResolvers<void>()
    const ran = new Map<string, number>()
    const done = Promise.withResolvers<void>()
    const handler = {
      concurrency: 8,
      async run({ owner_id }: { owner_id: string | null }) {
        ran.set(owner_id ?? '', (ran.get(owner_id ?? '') ?? 0) + 1)
        if (owner_id === 'kim') await held.promise
        else done.resolve()
      },
    }
    queue.handle('test', perOwner(handler, 2, clock))
    const now = clock.now()
    await storage.write([], async tx => {
      for (const id of ['kim', 'lee'])
        await tx.sql
          .insertInto('users')
          .values({
            id,
            display_name: id,
            avatar_url: null,
            email: null,
            email_verified: false,
            friend_code: id,
            claims_at: 0,
            created_at: now,
            updated_at: now,
          })
          .execute()
      for (let at = 0; at < 30; at++)
        await enqueue(tx, { kind: 'test', key: `kim-${at}`, owner_id: 'kim', run_at: now - 1_000 }, now)
      await enqueue(tx, { kind: 'test', key: 'lee', owner_id: 'lee', run_at: now }, now)
    })
    await queue.start()
    await done.promise
    assert.equal(ran.get('kim'), 2)
    held.resolve()
    for (let at = 0; at < 20; at++) {
      clock.advance(30_000)
      await queue.drain()
    }
    assert.equal(ran.get('kim'), 30)
  })
})
