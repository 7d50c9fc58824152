import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { ask, befriend, block, newPerson, type Person, unblock } from '../../../../test/support/people.ts'
import { forEachStorage } from '../../../../test/support/storages.ts'
import { CHANGES_NOTICE } from '../../../platform/changes/change.ts'
import type { Notice } from '../../../platform/kernel/notice.ts'
import { friendIdsOf } from './store.ts'

forEachStorage('notices about relations', open => {
  let server: TestApp
  const published: Notice[] = []

  before(async () => {
    server = await startTestApp(await open())
    server.storage.publishTo(notices => published.push(...notices))
  })
  after(() => server.close())

  async function received(doing: () => Promise<unknown>): Promise<string[]> {
    published.length = 0
    await doing()
    assert.deepEqual(new Set(published.map(notice => notice.kind)), new Set([CHANGES_NOTICE]))
    return [...new Set(published.map(notice => notice.user_id))].sort()
  }
  const friendsOf = (person: Person) => server.storage.read(db => friendIdsOf(db, person.id))

  it('reach everyone whose change log has a new entry, with no other notices', async () => {
    const ann = await newPerson(server, 'ann')
    const bob = await newPerson(server, 'bob')
    const both = [ann.id, bob.id].sort()
    let id = ''
    const asking = async () => {
      id = await ask(ann, bob)
    }
    assert.deepEqual(await received(asking), both)
    const params = () => ({ params: { friendship_id: id } })
    assert.deepEqual(await received(() => bob.client.friends.accept(params())), both)
    assert.deepEqual(await received(() => ann.client.friends.remove(params())), both)
    // The blocked person is not notified.
    assert.deepEqual(await received(() => block(bob, ann)), [bob.id])
    assert.deepEqual(await received(() => unblock(bob, ann)), [bob.id])
    await asking()
    assert.deepEqual(await received(() => bob.client.friends.reject(params())), both)
  })

  it('count friends on both sides and nobody who is blocked', async () => {
    const ann = await newPerson(server, 'ann')
    const friends = [
      await newPerson(server, 'one'),
      await newPerson(server, 'two'),
      await newPerson(server, 'three'),
    ]
    for (const friend of friends) await befriend(friend, ann)
    await ask(ann, await newPerson(server, 'asked'))
    assert.deepEqual((await friendsOf(ann)).sort(), friends.map(each => each.id).sort())
    const [one, two, three] = friends
    assert.ok(one && two && three)
    await block(ann, one)
    await block(two, ann)
    assert.deepEqual(await friendsOf(ann), [three.id])
    assert.deepEqual(await friendsOf(three), [ann.id])
    assert.deepEqual(await friendsOf(two), [])
  })
})
