import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openFreshSqlite } from '../../../test/support/sqlite.ts'
import { mintActor } from '../../platform/kernel/actor.ts'
import { HeavyWork } from '../../platform/kernel/concurrency/heavy-work.ts'
import type { Filter } from './filter.ts'
import { searchService } from './service.ts'

const EVERYTHING: Filter = {
  ...{ kinds: [], scope: 'mine', public_from: 'friends', tag_ids: [], status: [] },
  period: { from: undefined, to: undefined },
}

test('a newer search cancels the older one of the same client, and of no other', async t => {
  const storage = await openFreshSqlite()
  t.after(() => storage.close())
  const heavy = new HeavyWork({ at_once: 1 })
  const search = searchService({ uow: storage, heavy })
  const ann = mintActor('ann')
  const find = (client: string) =>
    search.find(ann, 'plan', EVERYTHING, {}, { client, isAbandoned: () => false })
  const busy = await heavy.enter('bob')
  const [older, other, newer] = [find('phone'), find('laptop'), find('phone')]
  await assert.rejects(older, { kind: 'conflict', code: 'superseded' })
  busy.leave()
  assert.deepEqual((await other).items, [])
  assert.deepEqual((await newer).items, [])
})

test('a search whose client has left reads nothing', async t => {
  const storage = await openFreshSqlite()
  t.after(() => storage.close())
  const search = searchService({ uow: storage, heavy: new HeavyWork({ at_once: 1 }) })
  const asking = { client: 'phone', isAbandoned: () => true }
  await assert.rejects(search.find(mintActor('ann'), 'plan', EVERYTHING, {}, asking), { name: 'Abandoned' })
})
