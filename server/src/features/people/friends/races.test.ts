import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { ApiError } from '@daymark/client'
import fc, { runs } from '../../../../../scripts/test/properties.ts'
import { startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { ask, befriend, block, newPerson, type Person, unblock } from '../../../../test/support/people.ts'
import { forEachStorage } from '../../../../test/support/storages.ts'

/** Returns 200 on success, otherwise the status of the error. Throws on server errors. */
const statusOf = (call: Promise<unknown>): Promise<number> =>
  call.then(
    () => 200,
    error => {
      if (error instanceof ApiError && error.status < 500) return error.status
      throw error
    },
  )

/** Removes the versions, because each person sees the version from their own change log. */
const unversioned = (requests: Record<string, unknown>[]) =>
  requests.map(({ version: _, ...request }) => request)

forEachStorage('races of friends', open => {
  let server: TestApp

  before(async () => {
    server = await startTestApp(await open())
  })
  after(() => server.close())

  const two = async () => [await newPerson(server, 'ann'), await newPerson(server, 'bob')] as const
  const accept = (person: Person, id: string) =>
    person.client.friends.accept({ params: { friendship_id: id } })
  const cancel = (person: Person, id: string) =>
    person.client.friends.cancel({ params: { friendship_id: id } })
  const isFriend = (a: Person, b: Person) => a.client.friends.check({ params: { user_id: b.id } })

  /**
   * Checks that both people see the same friendship and requests, and that at most one relation exists between them.
   */
  async function assertSound(a: Person, b: Person): Promise<void> {
    const friends = await isFriend(a, b)
    assert.equal(await isFriend(b, a), friends, 'friendship is mutual')
    const [aSent, bReceived] = [await a.client.friends.sent(), await b.client.friends.received()]
    const [bSent, aReceived] = [await b.client.friends.sent(), await a.client.friends.received()]
    assert.deepEqual(unversioned(aSent), unversioned(bReceived))
    assert.deepEqual(unversioned(bSent), unversioned(aReceived))
    const blocks = [...(await a.client.friends.blocks()), ...(await b.client.friends.blocks())]
    const states = [friends, aSent.length > 0, bSent.length > 0, blocks.length > 0].filter(Boolean)
    assert.ok(states.length <= 1, `friends, requested or blocked, but only one of them: ${states.length}`)
  }

  it('two concurrent accepts: one wins', async () => {
    const [ann, bob] = await two()
    const id = await ask(ann, bob)
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => statusOf(accept(bob, id))))
    assert.deepEqual(outcomes.sort(), [200, 404, 404, 404])
    assert.equal((await ann.client.friends.list()).length, 1)
    await assertSound(ann, bob)
  })

  it('accept and cancel: exactly one succeeds', async () => {
    for (let round = 0; round < 10; round++) {
      const [ann, bob] = await two()
      const id = await ask(ann, bob)
      const calls = [() => statusOf(accept(bob, id)), () => statusOf(cancel(ann, id))]
      const ordered = round % 2 ? calls : calls.toReversed()
      const outcomes = await Promise.all(ordered.map(call => call()))
      assert.deepEqual(outcomes.sort(), [200, 404])
      await assertSound(ann, bob)
    }
  })

  it('block and accept: they end up blocked and not friends', async () => {
    for (let round = 0; round < 10; round++) {
      const [ann, bob] = await two()
      const id = await ask(ann, bob)
      const calls = [() => statusOf(accept(bob, id)), () => statusOf(block(ann, bob))]
      const ordered = round % 2 ? calls : calls.toReversed()
      await Promise.all(ordered.map(call => call()))
      assert.equal(await isFriend(ann, bob), false)
      assert.equal((await ann.client.friends.blocks()).length, 1)
      await assertSound(ann, bob)
    }
  })

  it('both send a request: one is stored, the other gets a conflict', async () => {
    for (let round = 0; round < 5; round++) {
      const [ann, bob] = await two()
      const outcomes = await Promise.all([statusOf(ask(ann, bob)), statusOf(ask(bob, ann))])
      assert.deepEqual(outcomes.sort(), [200, 409])
      await assertSound(ann, bob)
    }
  })

  it('whatever two people do at the same time, their relation stays consistent', async () => {
    const doing = fc.record({
      by: fc.boolean(),
      what: fc.constantFrom('ask', 'accept', 'reject', 'cancel', 'end', 'block', 'unblock'),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.boolean(),
        fc.array(fc.array(doing, { maxLength: 4 }), { maxLength: 5 }),
        async (friends, steps) => {
          const [ann, bob] = await two()
          if (friends) await befriend(ann, bob)
          for (const step of steps) {
            await Promise.all(
              step.map(({ by, what }) => statusOf(by ? act(ann, bob, what) : act(bob, ann, what))),
            )
            await assertSound(ann, bob)
          }
        },
      ),
      { numRuns: runs(50) },
    )
  })

  async function act(me: Person, other: Person, what: string): Promise<unknown> {
    const params = async (list: Promise<{ id?: string; friendship_id?: string }[]>) => {
      const [first] = await list
      return { params: { friendship_id: first?.id ?? first?.friendship_id ?? MISSING } }
    }
    const { friends } = me.client
    if (what === 'ask') return ask(me, other)
    if (what === 'accept') return friends.accept(await params(friends.received()))
    if (what === 'reject') return friends.reject(await params(friends.received()))
    if (what === 'cancel') return friends.cancel(await params(friends.sent()))
    if (what === 'end') return friends.remove(await params(friends.list()))
    return what === 'block' ? block(me, other) : unblock(me, other)
  }
})

const MISSING = '01a1dd40-93c2-7156-a99d-dae837885b29'
