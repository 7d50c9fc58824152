import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { ApiError, type Client } from '@daymark/client'
import type { VisibilityLevel } from '@daymark/contract/people/visibility'
import { startTestApp, type TestApp } from '../../../test/support/app.ts'
import { befriend, PLANNING, slot } from '../../../test/support/meetings.ts'
import { rejectsWith } from '../../../test/support/rejects.ts'
import { forEachStorage, onceFor } from '../../../test/support/storages.ts'

const PEOPLE: Record<string, Record<string, unknown>> = {
  friend: {},
  selected: {},
  former: {},
  stranger: {},
  by_mail: { email: 'Mia@Example.org', email_verified: true },
  by_domain: { email: 'dan@corp.com', email_verified: true },
  by_subdomain: { email: 'sue@dev.corp.com', email_verified: true },
  unverified: { email: 'una@corp.com', email_verified: false },
  blocked: { email: 'ben@corp.com', email_verified: true },
  blocker: { email: 'bea@corp.com', email_verified: true },
}

/** The expected results, written by hand from the visibility rules of the API. */
const MAY_SEE: Record<VisibilityLevel, string[]> = {
  private: [],
  friends: ['friend', 'selected'],
  selected: ['selected'],
  allowed_emails: ['by_mail', 'by_domain'],
  public: ['friend', 'selected', 'former', 'stranger', 'by_mail', 'by_domain', 'by_subdomain', 'unverified'],
}

forEachStorage('access to meetings', (open, name) => {
  const itOnce = onceFor(name)
  let server: TestApp
  let owner: Client
  const people = new Map<string, Client>()
  const meetings = new Map<VisibilityLevel, string>()
  const person = (name: string): Client => people.get(name) ?? assert.fail(name)

  const create = async (level: VisibilityLevel, lists: object = {}) =>
    (await owner.meetings.create({ body: { ...PLANNING, visibility: { level, ...lists } } })).id

  before(async () => {
    server = await startTestApp(await open())
    owner = await server.as('owner')
    await owner.users.me()
    for (const [name, claims] of Object.entries(PEOPLE)) {
      people.set(name, await server.as(name, claims))
      await person(name).users.me()
    }
    for (const name of ['friend', 'selected', 'blocked', 'blocker']) await befriend(owner, person(name))
    const friendship_id = await befriend(owner, person('former'))
    meetings.set('private', await create('private'))
    meetings.set('friends', await create('friends'))
    const allowed_user_ids = ['selected', 'former', 'blocked', 'blocker']
    meetings.set('selected', await create('selected', { allowed_user_ids }))
    const lists = { allowed_emails: ['mia@example.org'], allowed_domains: ['CORP.com'] }
    meetings.set('allowed_emails', await create('allowed_emails', lists))
    meetings.set('public', await create('public'))
    await owner.friends.remove({ params: { friendship_id } })
    await owner.friends.block({ params: { user_id: 'blocked' } })
    await person('blocker').friends.block({ params: { user_id: 'owner' } })
  })
  after(() => server.close())

  const statusOf = (promise: Promise<unknown>): Promise<number> =>
    promise.then(
      () => 200,
      error => (error instanceof ApiError ? error.status : assert.fail(String(error))),
    )

  for (const level of Object.keys(MAY_SEE) as VisibilityLevel[]) {
    it(`follows the decision order at level ${level}`, async () => {
      const meeting_id = meetings.get(level) ?? ''
      const params = { meeting_id }
      for (const [name, client] of people) {
        const allowed = MAY_SEE[level].includes(name)
        const expected = allowed ? 200 : 403
        const verbs = {
          get: await statusOf(client.meetings.get({ params })),
          availability: await statusOf(client.meetings.availability({ params })),
          result: await statusOf(client.meetings.result({ params })),
          participate: await statusOf(client.meetings.participate({ params, body: { display_name: name } })),
          leave: await statusOf(client.meetings.leave({ params })),
        }
        for (const [verb, status] of Object.entries(verbs)) assert.equal(status, expected, `${name} ${verb}`)
        for (const scope of ['mine', 'shared', 'all'] as const) {
          const found = (await client.meetings.list({ query: { scope } })).filter(
            ({ id }) => id === meeting_id,
          )
          assert.equal(found.length, allowed && scope !== 'mine' ? 1 : 0, `${name} ${scope}`)
          for (const each of found) {
            assert.deepEqual([each.owner_id, each.is_shared, each.visibility_level], ['owner', true, level])
            assert.equal(each.visibility, null)
          }
        }
        const body = slot('2026-03-02', '09:00', '10:00')
        assert.equal(await statusOf(client.meetings.update({ params, body: { title: 'Mine' } })), 403)
        assert.equal(await statusOf(client.meetings.confirm({ params, body })), 403)
        assert.equal(await statusOf(client.meetings.remove({ params })), 403)
      }
      const own = await owner.meetings.get({ params })
      assert.deepEqual([own.is_shared, own.visibility_level, own.title], [false, null, PLANNING.title])
      assert.equal(own.visibility?.level ?? 'private', level)
    })
  }

  it('lists own meetings in the scopes mine and all, never in shared', async () => {
    const ids = async (scope: 'mine' | 'shared' | 'all') =>
      (await owner.meetings.list({ query: { scope } })).map(({ id }) => id).sort()
    const all = [...meetings.values()].sort()
    assert.deepEqual(await ids('mine'), all)
    assert.deepEqual(await ids('all'), all)
    assert.deepEqual(await ids('shared'), [])
    const wrong = { scope: 'theirs' as 'mine' }
    await rejectsWith(owner.meetings.list({ query: wrong }), 422, /scope/)
  })

  itOnce('rejects selected people who are not friends, and creates nothing', async () => {
    const count = async () => (await owner.meetings.list()).length
    const before = await count()
    await rejectsWith(create('selected', { allowed_user_ids: ['stranger'] }), 400)
    assert.equal(await count(), before)
    const params = { meeting_id: meetings.get('private') ?? '' }
    const visibility = { level: 'selected' as const, allowed_user_ids: ['former'] }
    const body = { title: 'Changed?', visibility }
    await rejectsWith(owner.meetings.update({ params, body }), 400)
    assert.equal((await owner.meetings.get({ params })).title, PLANNING.title)
  })

  it('changes with PATCH: another level, and private by null', async () => {
    const params = { meeting_id: await create('private') }
    const stranger = person('stranger')
    await rejectsWith(stranger.meetings.get({ params }), 403, /permission/)
    const shared = await owner.meetings.update({ params, body: { visibility: { level: 'public' } } })
    assert.equal(shared.visibility?.level, 'public')
    assert.equal((await stranger.meetings.get({ params })).visibility_level, 'public')
    await owner.meetings.update({ params, body: { title: 'Still public' } })
    assert.equal((await stranger.meetings.get({ params })).title, 'Still public')
    assert.equal((await owner.meetings.update({ params, body: { visibility: null } })).visibility, null)
    await rejectsWith(stranger.meetings.get({ params }), 403)
    await owner.meetings.remove({ params })
  })

  it('lets someone who lost access to a meeting leave it, and do nothing else', async () => {
    const params = { meeting_id: await create('public') }
    const stranger = person('stranger')
    const { id } = await stranger.meetings.participate({ params, body: { display_name: 'S' } })
    await owner.meetings.update({ params, body: { visibility: null } })
    const query = { participant_id: id }
    await rejectsWith(stranger.meetings.setAvailability({ params, query, body: [] }), 403)
    await rejectsWith(stranger.meetings.participate({ params, body: { display_name: 'T' } }), 403)
    assert.equal((await owner.meetings.availability({ params })).length, 1)
    assert.deepEqual(await stranger.meetings.leave({ params }), { ok: true })
    assert.deepEqual(await owner.meetings.availability({ params }), [])
    await rejectsWith(stranger.meetings.leave({ params }), 403)
    await owner.meetings.remove({ params })
  })

  it('hides two people from each other while one blocks the other, in names and in counts', async () => {
    const params = { meeting_id: await create('public') }
    const [one, two] = [person('friend'), person('stranger')]
    for (const client of [one, two, owner]) {
      const { id } = await client.meetings.participate({ params, body: { display_name: 'X' } })
      const body = [slot('2026-03-02', '09:00', '09:30')]
      await client.meetings.setAvailability({ params, query: { participant_id: id }, body })
    }
    const seen = async (client: Client) => {
      const list = await client.meetings.availability({ params })
      const { availability_grid } = await client.meetings.result({ params })
      return [...list.map(each => each.participant.user_id).sort(), availability_grid[0]?.slots[0]?.count]
    }
    assert.deepEqual(await seen(one), ['friend', 'owner', 'stranger', 3])
    await one.friends.block({ params: { user_id: 'stranger' } })
    assert.deepEqual(await seen(one), ['friend', 'owner', 2])
    assert.deepEqual(await seen(two), ['owner', 'stranger', 2])
    assert.deepEqual(await seen(owner), ['friend', 'owner', 'stranger', 3])
    await one.friends.unblock({ params: { user_id: 'stranger' } })
    await owner.friends.block({ params: { user_id: 'stranger' } })
    assert.deepEqual(await seen(owner), ['friend', 'owner', 2])
    await rejectsWith(seen(two), 403)
    await owner.friends.unblock({ params: { user_id: 'stranger' } })
    assert.deepEqual(await seen(two), ['friend', 'owner', 'stranger', 3])
    await owner.meetings.remove({ params })
  })
})
