import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Fields, openTarget, type RequestOptions, type Target } from './target.ts'

const MISSING = '01a1dd40-93c2-7156-a99d-dae837885b29'

describe('tag groups and tags', () => {
  let target: Target
  let token: string
  before(async () => {
    target = await openTarget()
    token = await target.token('tags-person')
  })
  after(() => target.stop())

  interface Named extends Fields {
    id: string
  }
  const send = <T = Named>(path: string, method = 'GET', body?: RequestOptions['body']) =>
    target.request<T>(path, { method, token, body })
  const newGroup = async (fields: object = {}) =>
    (await send('/v1/tags/groups', 'POST', { name: 'Group', color: '#112233', ...fields })).body
  const newTag = async (group_id: string, fields: object = {}) =>
    (await send('/v1/tags', 'POST', { name: 'Tag', color: '#445566', group_id, ...fields })).body

  it('POST /v1/tags/groups accepts name, color, description, is_todo_group and returns a TagGroup', async () => {
    const answer = await send('/v1/tags/groups', 'POST', {
      name: 'A',
      color: '#abcdef',
      description: 'D',
      is_todo_group: true,
    })
    assert.equal(answer.status, 201)
    for (const field of ['id', 'name', 'color', 'is_todo_group', 'created_at', 'updated_at', 'tags'])
      assert.ok(field in answer.body, field)
    assert.equal(answer.body['is_todo_group'], true)
  })

  it('is_todo_group is optional on create and present on read', async () => {
    assert.equal((await newGroup())['is_todo_group'], false)
  })

  it('color has the format #RRGGBB', async () => {
    for (const color of ['red', '#123', '#12345g', '112233', '#1122334', '']) {
      assert.equal((await send('/v1/tags/groups', 'POST', { name: 'x', color })).status, 422, color)
    }
  })

  it('GET /v1/tags/groups returns TagGroups with their tags', async () => {
    const group = await newGroup({ name: 'With tags' })
    const tag = await newTag(group.id)
    const { status, body } = await send<{ id: string; tags: Named[] }[]>('/v1/tags/groups')
    assert.equal(status, 200)
    const found = body.find(each => each.id === group.id)
    assert.equal(found?.tags[0]?.id, tag.id)
  })

  it('GET /v1/tags/groups/{group_id} returns one TagGroup', async () => {
    const group = await newGroup()
    const { status, body } = await send(`/v1/tags/groups/${group.id}`)
    assert.equal(status, 200)
    assert.deepEqual(body, group)
  })

  it('PATCH /v1/tags/groups/{group_id} returns the updated group', async () => {
    const group = await newGroup()
    const { status, body } = await send(`/v1/tags/groups/${group.id}`, 'PATCH', {
      name: 'Renamed',
      is_todo_group: true,
    })
    assert.equal(status, 200)
    assert.equal(body['name'], 'Renamed')
    assert.equal(body['is_todo_group'], true)
    assert.equal(body['color'], group['color'])
  })

  it('goal_ratios maps tags to target ratios from 0 to 1', async () => {
    const group = await newGroup()
    const tag = await newTag(group.id)
    const path = `/v1/tags/groups/${group.id}`
    const set = await send(path, 'PATCH', { goal_ratios: { [tag.id]: 0.4 } })
    assert.deepEqual(set.body['goal_ratios'], { [tag.id]: 0.4 })
    assert.equal((await send(path, 'PATCH', { goal_ratios: { [tag.id]: 2 } })).status, 422)
    assert.equal((await send(path, 'PATCH', { goal_ratios: { [group.id]: 0.5 } })).status, 422)
  })

  it('goal_hours maps tags to hours per week, from 0 to 168, and loses deleted tags', async () => {
    const group = await newGroup()
    const tag = await newTag(group.id)
    const path = `/v1/tags/groups/${group.id}`
    assert.equal((await send(path)).body['goal_hours'], null)
    const set = await send(path, 'PATCH', { goal_hours: { [tag.id]: 7.5 } })
    assert.deepEqual(set.body['goal_hours'], { [tag.id]: 7.5 })
    assert.equal((await send(path, 'PATCH', { goal_hours: { [tag.id]: 169 } })).status, 422)
    assert.equal((await send(path, 'PATCH', { goal_hours: { [group.id]: 1 } })).status, 422)
    await send(`/v1/tags/${tag.id}`, 'DELETE')
    assert.equal((await send(path)).body['goal_hours'], null)
  })

  it('deleting a tag group deletes all tags in it', async () => {
    const group = await newGroup()
    const tag = await newTag(group.id)
    const answer = await send(`/v1/tags/groups/${group.id}`, 'DELETE')
    assert.equal(answer.status, 200)
    assert.equal(answer.body['ok'], true)
    assert.equal((await send(`/v1/tags/${tag.id}`)).status, 404)
    assert.equal((await send(`/v1/tags/groups/${group.id}`)).status, 404)
  })

  it('POST /v1/tags accepts name, color, description, group_id and returns a Tag', async () => {
    const group = await newGroup()
    const answer = await send('/v1/tags', 'POST', {
      name: 'T',
      color: '#000000',
      description: 'D',
      group_id: group.id,
    })
    assert.equal(answer.status, 201)
    for (const field of ['id', 'name', 'color', 'description', 'group_id', 'created_at', 'updated_at'])
      assert.ok(field in answer.body, field)
    assert.equal(answer.body['group_id'], group.id)
  })

  it('group_id is required', async () => {
    assert.equal((await send('/v1/tags', 'POST', { name: 'T', color: '#000000' })).status, 422)
  })

  it('GET /v1/tags returns tags as a bare array', async () => {
    const tag = await newTag((await newGroup()).id, { name: 'listed' })
    const { status, body } = await send<Named[]>('/v1/tags')
    assert.equal(status, 200)
    assert.ok(Array.isArray(body))
    assert.ok(body.some(each => each.id === tag.id))
  })

  it('PATCH and DELETE /v1/tags/{tag_id} change and remove a tag', async () => {
    const tag = await newTag((await newGroup()).id)
    const patched = await send(`/v1/tags/${tag.id}`, 'PATCH', { color: '#ffffff' })
    assert.equal(patched.status, 200)
    assert.equal(patched.body['color'], '#FFFFFF')
    const removed = await send(`/v1/tags/${tag.id}`, 'DELETE')
    assert.equal(removed.status, 200)
    assert.deepEqual(removed.body, { ok: true })
  })

  it('a tag name is unique in its group', async () => {
    const group = await newGroup()
    await newTag(group.id, { name: 'once' })
    const again = await send('/v1/tags', 'POST', { name: 'once', color: '#000000', group_id: group.id })
    assert.equal(again.status, 409)
    assert.equal(typeof again.body['detail'], 'string')
  })

  it('ids of other people and unknown ids are 404', async () => {
    const group = await newGroup()
    const other = await target.token('another-tags-person')
    const path = `/v1/tags/groups/${group.id}`
    assert.equal((await target.request(path, { token: other })).status, 404)
    assert.equal((await target.request(path, { token: other, method: 'DELETE' })).status, 404)
    assert.equal((await send(path)).status, 200)
    const foreign = { name: 'Theirs', color: '#000000' }
    const theirs = await target.request('/v1/tags/groups', { token: other, method: 'POST', body: foreign })
    for (const id of [theirs.body['id'], MISSING]) {
      const moving = await send(`${path}?move_todos_to=${id}`, 'DELETE')
      assert.equal(moving.status, 404)
      assert.equal((await send('/v1/tags', 'POST', { ...foreign, group_id: id })).status, 404)
    }
    assert.equal((await send(path)).status, 200)
  })

  it('deleting a group deletes its todos, or moves them to the group in move_todos_to', async () => {
    const [from, to] = [await newGroup(), await newGroup()]
    const [old, kept] = [await newTag(from.id), await newTag(to.id)]
    const todo = await send('/v1/todos', 'POST', {
      title: 'T',
      tag_group_id: from.id,
      tag_ids: [old.id, kept.id],
    })
    const path = `/v1/todos/${todo.body['id']}`
    const moved = await send(`/v1/tags/groups/${from.id}?move_todos_to=${to.id}`, 'DELETE')
    assert.deepEqual([moved.status, moved.body['moved_todos']], [200, 1])
    const { body } = await send(path)
    assert.equal(body['tag_group_id'], to.id)
    assert.deepEqual(
      (body['tags'] as { id: string }[]).map(tag => tag.id),
      [kept.id],
    )
    assert.equal((await send(`/v1/tags/groups/${to.id}`, 'DELETE')).body['deleted_todos'], 1)
    assert.equal((await send(path)).status, 404)
  })
})
