// Forgetting in small bites: what is past its time goes, the rest stays, on both databases.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { testClock } from '../../../test/support/app.ts'
import { forEachStorage } from '../../../test/support/storages.ts'
import type { Storage } from '../../platform/storage/unit-of-work.ts'
import { userStore } from '../people/users/store.ts'
import { COMMANDS_MS, FEED_MS, type TimerChange } from './change.ts'
import { commandStore } from './command-store.ts'
import { feedStore } from './feed-store.ts'
import { timerService } from './service.ts'

const TIMER = '01a1dd40-93c2-7156-a99d-dae837885b29'
const OLD = 2_500

forEachStorage('the feed', open => {
  let storage: Storage
  const clock = testClock()

  before(async () => {
    storage = await open()
    const now = clock.now()
    await storage.write(['ann'], async tx => {
      await userStore(tx).insert({
        id: 'ann',
        display_name: 'Ann',
        avatar_url: null,
        email: null,
        email_verified: false,
        friend_code: 'CODE',
        claims_at: 0,
        created_at: now,
        updated_at: now,
      })
      const feed = feedStore(tx)
      for (let i = 0; i < OLD + 3; i++) {
        const seq = await feed.nextSeq('ann')
        const at = i < OLD ? now - FEED_MS - 1 - i : now - FEED_MS + 60_000
        const change: TimerChange = {
          owner_id: 'ann',
          seq,
          at,
          action: 'sync',
          timer_id: TIMER,
          snapshot: null,
        }
        await feed.append(change)
        await commandStore(tx).record('ann', `id-${i}`, i < OLD ? now - COMMANDS_MS - 1 : now, { seq })
      }
    })
  })
  after(() => storage.close())

  it('forgets all that is too old, however much, and keeps the count', async () => {
    await timerService({ uow: storage, clock }).forgetOld()
    await storage.read(async db => {
      const feed = feedStore(db)
      const everything = { since: 0, upTo: 1e9, notBefore: 0, limit: 10_000 }
      assert.equal((await feed.between('ann', everything)).length, 3)
      assert.equal(await feed.currentSeq('ann'), OLD + 3)
      assert.equal(await commandStore(db).find('ann', 'id-0', 0), undefined)
      assert.deepEqual(await commandStore(db).find('ann', `id-${OLD + 2}`, 0), { seq: OLD + 3 })
    })
  })
})
