// Compares every level, relation, operation and kind of item with the handwritten table in support/relations.ts.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { ApiError } from '@daymark/client'
import type { VisibilityLevel } from '@daymark/contract/people/visibility'
import { startTestApp, type TestApp } from './support/app.ts'
import { kindsOf, type Shown } from './support/kinds.ts'
import {
  forEachCell,
  gather,
  LEVELS,
  loseRights,
  type People,
  RELATIONS,
  settingsFor,
} from './support/relations.ts'
import { forEachStorage } from './support/storages.ts'

/** Every item's title contains this word, so that one search finds all that a person may see. */
const WORD = 'matrix'

/** Returns 200 for success, otherwise the error's status. */
const outcome = (call: Promise<unknown>): Promise<number> =>
  call.then(
    () => 200,
    error => (error instanceof ApiError ? error.status : assert.fail(String(error))),
  )

forEachStorage('visibility', (open, name) => {
  let server: TestApp
  let people: People
  const kinds = kindsOf(() => server)
  const things = new Map<string, Record<VisibilityLevel, Shown>>()

  before(async () => {
    server = await startTestApp(await open(), { WS_RATE_LIMIT_ENABLED: 'false' })
    people = await gather(server)
    const settings = settingsFor(people)
    for (const kind of kinds) {
      const made = {} as Record<VisibilityLevel, Shown>
      for (const level of LEVELS)
        made[level] = await kind.create(people.owner, `${WORD} ${level}`, settings[level])
      things.set(kind.type, made)
    }
    await loseRights(people)
  })
  after(() => server.close())

  for (const kind of kinds) {
    const thing = (level: VisibilityLevel): Shown => things.get(kind.type)?.[level] ?? assert.fail(level)

    it(`${kind.type}: reading one`, async () => {
      await forEachCell(async (level, relation, may, cell) => {
        const reading = kind.get(people[relation].client, thing(level).id)
        assert.equal(await outcome(reading), may ? 200 : 403, cell)
        if (may) assertShown(await reading, level, relation === 'owner', cell)
      })
    })

    it(`${kind.type}: the three scopes of the list`, async () => {
      for (const relation of RELATIONS) {
        const { client } = people[relation]
        const own = relation === 'owner'
        const lists = {
          none: await kind.list(client),
          mine: await kind.list(client, 'mine'),
          shared: await kind.list(client, 'shared'),
          all: await kind.list(client, 'all'),
        }
        const search = async (scope: 'mine' | 'shared') => {
          const hits = await client.search.find({ query: { q: WORD, kinds: [kind.type], scope, limit: 500 } })
          return new Set(hits.map(hit => hit.id))
        }
        const hits = { mine: await search('mine'), shared: await search('shared') }
        await forEachCell(async (level, of, may, cell) => {
          if (of !== relation) return
          const find = (list: Shown[]) => list.find(item => item.id === thing(level).id)
          assert.equal(find(lists.none) !== undefined, own, `no scope, ${cell}`)
          assert.equal(find(lists.mine) !== undefined, own, `mine, ${cell}`)
          assert.equal(find(lists.shared) !== undefined, may && !own, `shared, ${cell}`)
          assert.equal(find(lists.all) !== undefined, may, `all, ${cell}`)
          assert.equal(hits.mine.has(thing(level).id), own, `search mine, ${cell}`)
          assert.equal(hits.shared.has(thing(level).id), may && !own, `search shared, ${cell}`)
          const seen = find(lists.all)
          if (seen) assertShown(seen, level, own, cell)
        })
      }
    })

    // Refusing a change does not depend on the database. The tests of each feature change items on both.
    if (name !== 'sqlite') continue

    it(`${kind.type}: changing and sharing is the owner's alone`, async () => {
      await forEachCell(async (level, relation, _may, cell) => {
        const { client } = people[relation]
        const { id } = thing(level)
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
      for (const level of LEVELS)
        assertShown(await kind.get(people.owner.client, thing(level).id), level, true, 'nothing has changed')
    })

    it(`${kind.type}: deleting is the owner's alone`, async () => {
      for (const level of LEVELS) {
        for (const relation of RELATIONS.toReversed()) {
          const status = await outcome(kind.remove(people[relation].client, thing(level).id))
          assert.equal(status, relation === 'owner' ? 200 : 403, `${level} by ${relation}`)
        }
        for (const relation of RELATIONS) {
          const status = await outcome(kind.get(people[relation].client, thing(level).id))
          assert.equal(status, 404, `${level} is gone for ${relation}`)
        }
      }
    })
  }

  function assertShown(seen: Shown, level: VisibilityLevel, own: boolean, cell: string): void {
    assert.equal(seen.owner_id, people.owner.id, cell)
    assert.equal(seen.is_shared, !own, cell)
    assert.equal(seen.visibility_level, own ? null : level, cell)
    assert.equal(seen.visibility?.level, own && level !== 'private' ? level : undefined, cell)
  }
})
