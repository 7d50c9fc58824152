// Levels x relations x verbs x kinds of things, with the answers written by hand from the interface.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { ApiError } from '@daymark/client'
import type { VisibilityLevel } from '@daymark/contract/visibility'
import { startTestApp, type TestApp } from './support/app.ts'
import { KINDS, type Kind, type SettingsBody, type Shown } from './support/kinds.ts'
import { befriend, block, newPerson, type Person } from './support/people.ts'
import { forEachStorage } from './support/storages.ts'

/**
 * Who may see a thing of the owner at each level.
 * friend: a friend who is on no list. selected: a friend on the list. former: was a friend, and on the list.
 * email, domain: strangers with an allowed verified address, or one of an allowed domain. subdomain: of its
 * subdomain. unverified: an allowed address that is not verified. blocked, blocker: had every right (friend, on
 * the list, allowed address) until one of the two blocked the other.
 */
const TABLE = `
  level          | owner friend selected former stranger email domain subdomain unverified blocked blocker
  private        | yes   -      -        -      -        -     -      -         -          -       -
  friends        | yes   yes    yes      -      -        -     -      -         -          -       -
  selected       | yes   -      yes      -      -        -     -      -         -          -       -
  allowed_emails | yes   -      -        -      -        yes   yes    -         -          -       -
  public         | yes   yes    yes      yes    yes      yes   yes    yes       yes        -       -`

const rows = TABLE.trim()
  .split('\n')
  .map(line => line.trim().split(/[ |]+/))
const RELATIONS = (rows[0]?.slice(1) ?? []) as Relation[]
const LEVELS = rows.slice(1).map(row => row[0] as VisibilityLevel)
const maySee = (level: VisibilityLevel, relation: Relation): boolean =>
  rows[LEVELS.indexOf(level) + 1]?.[RELATIONS.indexOf(relation) + 1] === 'yes'

type Relation =
  | 'owner'
  | 'friend'
  | 'selected'
  | 'former'
  | 'stranger'
  | 'email'
  | 'domain'
  | 'subdomain'
  | 'unverified'
  | 'blocked'
  | 'blocker'

/** Success, or the status of the error. */
const outcome = (call: Promise<unknown>): Promise<number> =>
  call.then(
    () => 200,
    error => (error instanceof ApiError ? error.status : assert.fail(String(error))),
  )

forEachStorage('visibility', open => {
  let server: TestApp
  const people = {} as Record<Relation, Person>

  before(async () => {
    server = await startTestApp(await open())
    const claims: Partial<Record<Relation, Record<string, unknown>>> = {
      email: { email: 'Guest@Elsewhere.org' },
      domain: { email: 'any@Corp.com' },
      subdomain: { email: 'any@eu.corp.com' },
      unverified: { email: 'other@corp.com', email_verified: false },
      blocked: { email: 'blocked@corp.com' },
      blocker: { email: 'blocker@corp.com' },
    }
    for (const relation of RELATIONS) people[relation] = await newPerson(server, relation, claims[relation])
  })
  after(() => server.close())

  /** Things at every level, made while everybody still had their rights; then some lose them. */
  async function share(kind: Kind): Promise<Record<VisibilityLevel, Shown>> {
    const { owner } = people
    const list = [people.selected, people.former, people.blocked, people.blocker]
    const friendships = new Map<Person, string>()
    for (const each of [people.friend, ...list]) friendships.set(each, await befriendAnew(owner, each))
    const settings: Record<VisibilityLevel, SettingsBody> = {
      private: { level: 'private' },
      friends: { level: 'friends' },
      selected: { level: 'selected', allowed_user_ids: list.map(each => each.id) },
      allowed_emails: {
        level: 'allowed_emails',
        allowed_emails: ['guest@elsewhere.org'],
        allowed_domains: ['CORP.COM'],
      },
      public: { level: 'public' },
    }
    const things = {} as Record<VisibilityLevel, Shown>
    for (const level of LEVELS) things[level] = await kind.create(owner.client, level, settings[level])
    const former = friendships.get(people.former) ?? ''
    await owner.client.friends.remove({ params: { friendship_id: former } })
    await block(owner, people.blocked)
    await block(people.blocker, owner)
    return things
  }

  async function befriendAnew(a: Person, b: Person): Promise<string> {
    await outcome(a.client.friends.unblock({ params: { user_id: b.id } }))
    await outcome(b.client.friends.unblock({ params: { user_id: a.id } }))
    const known = (await a.client.friends.list()).find(friend => friend.user_id === b.id)
    return known?.friendship_id ?? befriend(a, b)
  }

  /** Every pair of the table, with a name for a message that says where it is wrong. */
  async function forEachPair(
    check: (level: VisibilityLevel, relation: Relation, may: boolean, cell: string) => Promise<void>,
  ): Promise<void> {
    for (const level of LEVELS) {
      for (const relation of RELATIONS) {
        await check(level, relation, maySee(level, relation), `${level} for ${relation}`)
      }
    }
  }

  for (const kind of KINDS) {
    let things: Record<VisibilityLevel, Shown>

    it(`${kind.type}: the things of the table are made`, async () => {
      things = await share(kind)
    })

    it(`${kind.type}: reading one`, async () => {
      await forEachPair(async (level, relation, may, cell) => {
        const { client } = people[relation]
        assert.equal(await outcome(kind.get(client, things[level].id)), may ? 200 : 403, cell)
        if (!may) return
        const seen = await kind.get(client, things[level].id)
        const own = relation === 'owner'
        assert.equal(seen.owner_id, people.owner.id, cell)
        assert.equal(seen.is_shared, !own, cell)
        assert.equal(seen.visibility_level, own ? null : level, cell)
        assert.equal(seen.visibility?.level, own && level !== 'private' ? level : undefined, cell)
      })
    })

    it(`${kind.type}: the three scopes of the list`, async () => {
      const listed = new Map<Relation, Record<'mine' | 'shared' | 'all' | 'none', Shown[]>>()
      for (const relation of RELATIONS) {
        const { client } = people[relation]
        listed.set(relation, {
          none: await kind.list(client),
          mine: await kind.list(client, 'mine'),
          shared: await kind.list(client, 'shared'),
          all: await kind.list(client, 'all'),
        })
      }
      await forEachPair(async (level, relation, may, cell) => {
        const lists = listed.get(relation)
        const own = relation === 'owner'
        const find = (list: Shown[] | undefined) => list?.find(item => item.id === things[level].id)
        assert.equal(find(lists?.none) !== undefined, own, `no scope, ${cell}`)
        assert.equal(find(lists?.mine) !== undefined, own, `mine, ${cell}`)
        assert.equal(find(lists?.shared) !== undefined, may && !own, `shared, ${cell}`)
        assert.equal(find(lists?.all) !== undefined, may, `all, ${cell}`)
        const seen = find(lists?.all)
        if (!seen) return
        assert.equal(seen.is_shared, !own, cell)
        assert.equal(seen.visibility_level, own ? null : level, cell)
        assert.equal(seen.visibility?.level, own && level !== 'private' ? level : undefined, cell)
      })
    })

    it(`${kind.type}: changing and sharing is the owner's alone`, async () => {
      await forEachPair(async (level, relation, _may, cell) => {
        const { client } = people[relation]
        const { id } = things[level]
        const params = { resource_type: kind.type, resource_id: id }
        const expected = relation === 'owner' ? 200 : 403
        assert.equal(await outcome(kind.rename(client, id, level)), expected, `PATCH, ${cell}`)
        if (relation === 'owner') return
        const body = { level: 'public' } as const
        assert.equal(await outcome(kind.share(client, id, body)), 403, `PATCH visibility, ${cell}`)
        assert.equal(await outcome(client.visibility.get({ params })), 403, `GET visibility, ${cell}`)
        assert.equal(await outcome(client.visibility.put({ params, body })), 403, `PUT visibility, ${cell}`)
        assert.equal(await outcome(client.visibility.remove({ params })), 403, `DELETE visibility, ${cell}`)
      })
      await forEachPair(async (level, relation, may, cell) => {
        const status = await outcome(kind.get(people[relation].client, things[level].id))
        assert.equal(status, may ? 200 : 403, `nothing has changed, ${cell}`)
      })
    })

    it(`${kind.type}: deleting is the owner's alone`, async () => {
      const strangersFirst = RELATIONS.toReversed()
      for (const level of LEVELS) {
        for (const relation of strangersFirst) {
          const status = await outcome(kind.remove(people[relation].client, things[level].id))
          assert.equal(status, relation === 'owner' ? 200 : 403, `${level} by ${relation}`)
        }
        for (const relation of RELATIONS) {
          const status = await outcome(kind.get(people[relation].client, things[level].id))
          assert.equal(status, 404, `${level} is gone for ${relation}`)
        }
      }
    })
  }
})
