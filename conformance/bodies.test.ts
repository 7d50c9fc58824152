import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Item, newPerson, type Person } from './person.ts'
import { openTarget, type Target } from './target.ts'

const MISSING = '01a1dd40-93c2-7156-a99d-dae837885b29'
const GROUP = '{"name":"G","color":"#aabbcc"}'

describe('bodies', () => {
  let target: Target
  let me: Person
  let group: string
  before(async () => {
    target = await openTarget()
    me = await newPerson(target, 'bodies-person')
    group = await me.group()
  })
  after(() => target.stop())

  const post = (body: string, type: string) =>
    target.request('/v1/tags/groups', {
      method: 'POST',
      token: me.token,
      body,
      headers: { 'content-type': type },
    })
  const todo = (fields: object) =>
    me.send('/v1/todos', 'POST', { title: 'T', tag_group_id: group, ...fields })

  it('application/json and application/*+json are accepted; other types are 415', async () => {
    for (const type of ['application/json', 'application/json; charset=utf-8', 'application/vnd.api+json'])
      assert.equal((await post(GROUP, type)).status, 201, type)
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp'])
      assert.equal((await post(GROUP, type)).status, 415, type)
  })

  it('a body over 1 MiB is 413, malformed JSON 422', async () => {
    const ofSize = (bytes: number) => GROUP.replace('}', `,"x":"${'y'.repeat(bytes - GROUP.length - 7)}"}`)
    assert.equal((await post(ofSize(1_048_576), 'application/json')).status, 201)
    assert.equal((await post(ofSize(1_048_577), 'application/json')).status, 413)
    for (const body of ['{', 'nul', `${GROUP}x`, '[]', 'null'])
      assert.equal((await post(body, 'application/json')).status, 422, body)
  })

  it('every response has an X-Request-Id; one in the request is kept if it has at most 200 printable characters', async () => {
    const idOf = async (given: string) =>
      (await target.request('/v1/tags', { headers: { 'x-request-id': given } })).headers.get('x-request-id')
    assert.equal(await idOf('mine '.repeat(40).trim()), 'mine '.repeat(40).trim())
    assert.notEqual(await idOf('x'.repeat(201)), 'x'.repeat(201))
    assert.match((await target.request('/v1/nothing')).headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/)
  })

  it('titles have 1 to 255 characters after trimming, counted in code points', async () => {
    for (const title of ['x'.repeat(255), '😀'.repeat(255), ` ${'x'.repeat(255)} `])
      assert.equal((await todo({ title })).status, 201)
    for (const title of ['', '  ', 'x'.repeat(256), '😀'.repeat(256), 'a\u0000', '\ud800', null, 5])
      assert.equal((await todo({ title })).status, 422, JSON.stringify(title))
    assert.equal((await todo({ title: '  a b ' })).body.title, 'a b')
  })

  it('descriptions have up to 10,000 characters', async () => {
    assert.equal((await todo({ description: '😀'.repeat(10_000) })).status, 201)
    assert.equal((await todo({ description: 'x'.repeat(10_001) })).status, 422)
  })

  it('colors are stored in uppercase', async () => {
    assert.equal((await post(GROUP, 'application/json')).body['color'], '#AABBCC')
  })

  it('at most 100 tag_ids, counted after deduplication', async () => {
    const tag = await me.tag(group, 'folded')
    const many = Array.from({ length: 101 }, (_, at) => MISSING.slice(0, -3) + String(at).padStart(3, '0'))
    const folded = await todo({ tag_ids: Array.from({ length: 150 }, () => tag) })
    assert.deepEqual([folded.status, (folded.body['tags'] as Item[]).length], [201, 1])
    assert.equal((await todo({ tag_ids: many })).status, 422)
    assert.equal((await todo({ tag_ids: many.slice(1) })).status, 400)
  })

  it('unknown body fields and query parameters are ignored', async () => {
    const { status, body } = await todo({ nothing: 1, owner_id: 'eve', created_at: '2000-01-01T00:00:00Z' })
    assert.deepEqual(
      [status, body['owner_id'], String(body['created_at']).startsWith('2000')],
      [201, me.id, false],
    )
    assert.equal((await me.send('/v1/todos?nothing=1')).status, 200)
  })

  it('PATCH keeps absent fields, clears null ones, rejects null for required ones, and accepts an empty body', async () => {
    const { id } = (await todo({ description: 'D', deadline: '2030-01-01T00:00:00Z' })).body
    const path = `/v1/todos/${id}`
    const cleared = await me.send(path, 'PATCH', { description: null, deadline: null, tag_ids: null })
    assert.deepEqual([cleared.body['description'], cleared.body['deadline']], [null, null])
    for (const field of ['title', 'status', 'tag_group_id'])
      assert.equal((await me.send(path, 'PATCH', { [field]: null })).status, 422, field)
    for (const body of [{}, '', undefined])
      assert.deepEqual((await me.send(path, 'PATCH', body)).body, cleared.body)
  })

  it('null in a create body means absent', async () => {
    const fields = { description: null, deadline: null, parent_id: null, status: null, visibility: null }
    assert.equal((await todo({ ...fields, tag_ids: null })).body['status'], 'UNSCHEDULED')
  })

  it('a malformed UUID is 422, in a path and in a query', async () => {
    for (const path of [
      '/v1/todos/x',
      '/v1/schedules/x',
      '/v1/timers/x',
      '/v1/meetings/x',
      '/v1/todos?group_ids=x',
    ])
      assert.equal((await me.send(path)).status, 422, path)
  })
})
