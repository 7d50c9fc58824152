import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Client } from '@daymark/client'
import { startTestApp, type TestApp } from '../../../test/support/app.ts'
import { rejectsWith } from '../../../test/support/rejects.ts'
import { forEachStorage } from '../../../test/support/storages.ts'

const MISSING = '01a1dd40-93c2-7156-a99d-dae837885b29'
const BLUE = '#4F86C6'

forEachStorage('tags', open => {
  let server: TestApp
  let ann: Client
  let bob: Client

  before(async () => {
    server = await startTestApp(await open())
    ann = await server.as('ann')
    bob = await server.as('bob')
  })
  after(() => server.close())

  const group = (name = 'Work') => ann.tags.createGroup({ body: { name, color: BLUE } })

  it('creates a group with the given fields, trimmed and in uppercase', async () => {
    const created = await ann.tags.createGroup({
      body: { name: '  Work ', color: '#aabbcc', description: 'Day job', is_todo_group: true },
    })
    assert.equal(created.name, 'Work')
    assert.equal(created.color, '#AABBCC')
    assert.equal(created.description, 'Day job')
    assert.equal(created.is_todo_group, true)
    assert.equal(created.goal_ratios, null)
    assert.deepEqual(created.tags, [])
    assert.match(created.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/)
    assert.deepEqual(await ann.tags.getGroup({ params: { group_id: created.id } }), created)
  })

  it('treats null as absent for a field with a default', async () => {
    const created = await ann.tags.createGroup({
      body: { name: 'N', color: BLUE, description: null, is_todo_group: null },
    })
    assert.equal(created.is_todo_group, false)
  })

  it('lists groups by name with their tags by name', async () => {
    const cleo = await server.as('cleo')
    const zoo = await cleo.tags.createGroup({ body: { name: 'zoo', color: BLUE } })
    await cleo.tags.createGroup({ body: { name: 'Art', color: BLUE } })
    for (const name of ['b', 'A', 'c']) {
      await cleo.tags.create({ body: { name, color: BLUE, group_id: zoo.id } })
    }
    const groups = await cleo.tags.listGroups()
    assert.deepEqual(
      groups.map(each => each.name),
      ['Art', 'zoo'],
    )
    assert.deepEqual(
      groups[1]?.tags.map(tag => tag.name),
      ['A', 'b', 'c'],
    )
    assert.deepEqual(
      (await cleo.tags.list()).map(tag => tag.name),
      ['A', 'b', 'c'],
    )
  })

  it('returns lists in pages that add up to the whole', async () => {
    const dora = await server.as('dora')
    const own = await dora.tags.createGroup({ body: { name: 'G', color: BLUE } })
    for (const name of ['e', 'D', 'c', 'B', 'a']) {
      await dora.tags.create({ body: { name, color: BLUE, group_id: own.id } })
    }
    const token = await server.issuer.token({ sub: 'dora', name: 'dora' })
    const names: string[] = []
    let path: string | undefined = '/v1/tags?limit=2'
    let pages = 0
    while (path) {
      const response = await server.fetch(path, { headers: { authorization: `Bearer ${token}` } })
      names.push(...((await response.json()) as { name: string }[]).map(tag => tag.name))
      path = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
      pages++
    }
    assert.deepEqual(names, ['a', 'B', 'c', 'D', 'e'])
    assert.equal(pages, 3)
  })

  it('rejects a cursor that it has not returned', async () => {
    await rejectsWith(ann.tags.list({ query: { cursor: 'nonsense' } }), 422, /cursor/)
    const wrong = Buffer.from('[1,2]').toString('base64url')
    await rejectsWith(ann.tags.list({ query: { cursor: wrong } }), 422, /cursor/)
  })

  it('patches a group: absent keeps, null clears, a value sets', async () => {
    const { id } = await ann.tags.createGroup({ body: { name: 'P', color: BLUE, description: 'old' } })
    const params = { group_id: id }
    const renamed = await ann.tags.updateGroup({ params, body: { name: 'Q' } })
    assert.equal(renamed.name, 'Q')
    assert.equal(renamed.description, 'old')
    const cleared = await ann.tags.updateGroup({ params, body: { description: null } })
    assert.equal(cleared.description, null)
    const unchanged = await ann.tags.updateGroup({ params, body: {} })
    assert.deepEqual(unchanged, cleared)
    assert.deepEqual(await ann.tags.getGroup({ params }), cleared)
  })

  it('accepts goal ratios of its own tags only', async () => {
    const { id } = await group('Goals')
    const tag = await ann.tags.create({ body: { name: 'x', color: BLUE, group_id: id } })
    const params = { group_id: id }
    const set = await ann.tags.updateGroup({ params, body: { goal_ratios: { [tag.id]: 0.25 } } })
    assert.deepEqual(set.goal_ratios, { [tag.id]: 0.25 })
    const loud = { goal_ratios: { [tag.id.toUpperCase()]: 0.5 } }
    const again = await ann.tags.updateGroup({ params, body: loud })
    assert.deepEqual(again.goal_ratios, { [tag.id]: 0.5 }, 'an id in uppercase is the same id')
    await rejectsWith(ann.tags.updateGroup({ params, body: { goal_ratios: { [MISSING]: 0.5 } } }), 422)
    await rejectsWith(ann.tags.updateGroup({ params, body: { goal_ratios: { [tag.id]: 1.5 } } }), 422)
    await ann.tags.remove({ params: { tag_id: tag.id } })
    assert.equal((await ann.tags.getGroup({ params })).goal_ratios, null)
  })

  it('drops the goal of a tag that moves to another group', async () => {
    const from = await group('From')
    const to = await group('To')
    const tag = await ann.tags.create({ body: { name: 'mover', color: BLUE, group_id: from.id } })
    await ann.tags.updateGroup({ params: { group_id: from.id }, body: { goal_ratios: { [tag.id]: 1 } } })
    const moved = await ann.tags.update({ params: { tag_id: tag.id }, body: { group_id: to.id } })
    assert.equal(moved.group_id, to.id)
    assert.equal((await ann.tags.getGroup({ params: { group_id: from.id } })).goal_ratios, null)
    assert.equal((await ann.tags.getGroup({ params: { group_id: to.id } })).tags.length, 1)
  })

  it('allows each name once per group, case-sensitively', async () => {
    const { id } = await group('Unique')
    const body = { name: 'same', color: BLUE, group_id: id }
    await ann.tags.create({ body })
    await rejectsWith(ann.tags.create({ body }), 409, /already has a tag/)
    const other = await ann.tags.create({ body: { ...body, name: 'SAME' } })
    await rejectsWith(ann.tags.update({ params: { tag_id: other.id }, body: { name: 'same' } }), 409)
    const elsewhere = await group('Elsewhere')
    await ann.tags.create({ body: { ...body, group_id: elsewhere.id } })
    await rejectsWith(
      ann.tags.update({ params: { tag_id: other.id }, body: { name: 'same', group_id: elsewhere.id } }),
      409,
    )
  })

  it('deletes a tag and keeps its group', async () => {
    const { id } = await group('Last')
    const tag = await ann.tags.create({ body: { name: 'only', color: BLUE, group_id: id } })
    assert.deepEqual(await ann.tags.remove({ params: { tag_id: tag.id } }), { ok: true })
    await rejectsWith(ann.tags.get({ params: { tag_id: tag.id } }), 404)
    assert.deepEqual((await ann.tags.getGroup({ params: { group_id: id } })).tags, [])
  })

  it('deletes a group with its tags', async () => {
    const { id } = await group('Gone')
    const tag = await ann.tags.create({ body: { name: 'gone', color: BLUE, group_id: id } })
    const answer = await ann.tags.deleteGroup({ params: { group_id: id } })
    assert.deepEqual(answer, { ok: true, deleted_todos: 0, moved_todos: 0 })
    await rejectsWith(ann.tags.getGroup({ params: { group_id: id } }), 404)
    await rejectsWith(ann.tags.get({ params: { tag_id: tag.id } }), 404)
  })

  it('hides groups and tags from others', async () => {
    const { id } = await group('Secret')
    const tag = await ann.tags.create({ body: { name: 'secret', color: BLUE, group_id: id } })
    await rejectsWith(bob.tags.getGroup({ params: { group_id: id } }), 404, /^Tag group not found\.$/)
    await rejectsWith(bob.tags.get({ params: { tag_id: tag.id } }), 404, /^Tag not found\.$/)
    await rejectsWith(bob.tags.update({ params: { tag_id: tag.id }, body: { name: 'x' } }), 404)
    await rejectsWith(bob.tags.remove({ params: { tag_id: tag.id } }), 404)
    await rejectsWith(bob.tags.deleteGroup({ params: { group_id: id } }), 404)
    await rejectsWith(bob.tags.create({ body: { name: 'x', color: BLUE, group_id: id } }), 404)
    assert.deepEqual(await bob.tags.list(), [])
    const groups = await bob.tags.listGroups()
    assert.deepEqual(groups, [])
  })

  it('names every error in a body, field by field', async () => {
    const body = { name: ' ', color: 'red', description: 5 } as unknown as { name: string; color: string }
    const error = await rejectsWith(ann.tags.createGroup({ body }), 422)
    assert.deepEqual(error.errors.map(each => each.path).sort(), ['color', 'description', 'name'])
  })
})
