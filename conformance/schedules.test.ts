import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Fields, openTarget, type RequestOptions, type Target } from './target.ts'

interface Schedule extends Fields {
  id: string
  title: string
  start_time: string
  instance_start: string | null
  tags: { id: string }[]
}

describe('schedules', () => {
  let target: Target
  let token: string
  let other: string
  before(async () => {
    target = await openTarget()
    token = await target.token('schedules-person')
    other = await target.token('schedules-other')
  })
  after(() => target.stop())

  const send = <T = Schedule>(path: string, method = 'GET', body?: RequestOptions['body'], as = token) =>
    target.request<T>(path, { method, token: as, body })
  const add = async (fields: object = {}) =>
    (await send('/v1/schedules', 'POST', { title: 'S', ...at('2030-01-01', 9), ...fields })).body
  const at = (date: string, hour: number, hours = 1) => ({
    start_time: `${date}T${String(hour).padStart(2, '0')}:00:00Z`,
    end_time: `${date}T${String(hour + hours).padStart(2, '0')}:00:00Z`,
  })
  const list = (from: string, to: string, more = '', as = token) =>
    send<Schedule[]>(`/v1/schedules?start_date=${from}&end_date=${to}${more}`, 'GET', undefined, as)
  const newGroup = async () =>
    (await send('/v1/tags/groups', 'POST', { name: 'Group', color: '#112233' })).body.id
  const newTag = async (group_id: string, name = 'Tag') =>
    (await send('/v1/tags', 'POST', { name, color: '#112233', group_id })).body.id

  it('POST, GET, PATCH and DELETE return the documented status codes', async () => {
    const created = await send('/v1/schedules', 'POST', { title: 'New', ...at('2030-01-02', 9) })
    assert.equal(created.status, 201)
    for (const field of ['id', 'title', 'start_time', 'end_time', 'state', 'created_at', 'tags', 'is_shared'])
      assert.ok(field in created.body, field)
    assert.equal(created.body['state'], 'PLANNED')
    const path = `/v1/schedules/${created.body.id}`
    assert.deepEqual((await send(path)).body, created.body)
    const patched = await send(path, 'PATCH', { title: 'Renamed' })
    assert.equal(patched.status, 200)
    assert.equal(patched.body.title, 'Renamed')
    const deleted = await send<Fields>(path, 'DELETE')
    assert.deepEqual([deleted.status, deleted.body], [200, { ok: true }])
    assert.equal((await send(path)).status, 404)
  })

  it('title, start_time and end_time are required, and the end must not be before the start', async () => {
    const whole = { title: 'S', ...at('2030-01-01', 9) }
    for (const missing of ['title', 'start_time', 'end_time']) {
      assert.equal((await send('/v1/schedules', 'POST', { ...whole, [missing]: undefined })).status, 422)
    }
    const reversed = { ...whole, end_time: '2030-01-01T08:59:59Z' }
    assert.equal((await send('/v1/schedules', 'POST', reversed)).status, 422)
    const { id } = await add()
    const late = { start_time: '2030-01-01T10:00:01Z' }
    assert.equal((await send(`/v1/schedules/${id}`, 'PATCH', late)).status, 422)
  })

  it('location has up to 500 characters, null clears it, and one occurrence can have its own', async () => {
    const made = await add({ location: '😀'.repeat(500), recurrence_rule: 'FREQ=DAILY;COUNT=2' })
    assert.equal(made['location'], '😀'.repeat(500))
    const path = `/v1/schedules/${made.id}`
    assert.equal((await send(path, 'PATCH', { location: 'x'.repeat(501) })).status, 422)
    const one = `${path}?instance_start=${encodeURIComponent(String(made.start_time))}`
    assert.equal((await send(one, 'PATCH', { location: 'Room 2' })).body['location'], 'Room 2')
    assert.equal((await send(path, 'PATCH', { location: null })).body['location'], null)
    assert.equal((await send(one)).body['location'], 'Room 2')
  })

  it('the list contains schedules that overlap the half-open range, by start', async () => {
    const { id: inside } = await add(at('2031-05-01', 10))
    const { id: instant } = await add({ ...at('2031-05-01', 9), end_time: '2031-05-01T09:00:00Z' })
    await add(at('2031-05-01', 8))
    await add(at('2031-05-01', 12))
    const { status, body } = await list('2031-05-01T09:00:00Z', '2031-05-01T12:00:00Z')
    assert.equal(status, 200)
    assert.deepEqual(
      body.map(each => each.id),
      [instant, inside],
    )
  })

  it('start_date and end_date are required, in order, and at most 400 days apart', async () => {
    for (const query of [
      'start_date=2031-01-01',
      'end_date=2031-01-01',
      'start_date=2031-01-02&end_date=2031-01-01',
      'start_date=2031-01-01&end_date=2032-02-06',
    ]) {
      assert.equal((await send(`/v1/schedules?${query}`)).status, 422, query)
    }
  })

  it('tag_ids requires all tags, group_ids a tag of any group', async () => {
    const [one, two] = [await newGroup(), await newGroup()]
    const [a, b] = [await newTag(one), await newTag(two)]
    await add({ title: 'a', ...at('2032-05-01', 9), tag_ids: [a] })
    await add({ title: 'ab', ...at('2032-05-01', 10), tag_ids: [a, b] })
    const titles = async (more: string) =>
      (await list('2032-05-01', '2032-05-02', more)).body.map(each => each.title)
    assert.deepEqual(await titles(`&tag_ids=${a}`), ['a', 'ab'])
    assert.deepEqual(await titles(`&tag_ids=${a}&tag_ids=${b}`), ['ab'])
    assert.deepEqual(await titles(`&group_ids=${two}`), ['ab'])
    assert.deepEqual(await titles(`&tag_ids=${a}&group_ids=${two}`), ['ab'])
  })

  it('create_todo_options creates a todo, and the schedule has its id', async () => {
    const tag_group_id = await newGroup()
    const made = await add({ title: 'With todo', create_todo_options: { tag_group_id } })
    const todo = await send(`/v1/todos/${made['source_todo_id']}`)
    assert.equal(todo.status, 200)
    assert.equal(todo.body.title, 'With todo')
    assert.equal(todo.body['status'], 'SCHEDULED')
    assert.equal(todo.body['deadline'], made.start_time)
    const bad = { title: 'x', ...at('2030-01-01', 9), create_todo_options: {} }
    assert.equal((await send('/v1/schedules', 'POST', bad)).status, 422)
  })

  it('POST /v1/schedules/{id}/todo creates a todo once; the second time is 400', async () => {
    const tag_group_id = await newGroup()
    const tag = await newTag(tag_group_id)
    const { id } = await add({ title: 'Source', description: 'D', tag_ids: [tag] })
    const path = `/v1/schedules/${id}/todo`
    assert.equal((await send(path, 'POST')).status, 422)
    const made = await send(`${path}?tag_group_id=${tag_group_id}`, 'POST')
    assert.equal(made.status, 201)
    assert.deepEqual(
      [made.body.title, made.body['description'], made.body['status'], made.body.tags.map(each => each.id)],
      ['Source', 'D', 'SCHEDULED', [tag]],
    )
    assert.equal((await send(`${path}?tag_group_id=${tag_group_id}`, 'POST')).status, 400)
  })

  it('a public schedule can be read by others but not changed', async () => {
    const { id } = await add({ ...at('1980-05-01', 9), visibility: { level: 'public' } })
    const seen = (await list('1980-05-01', '1980-05-02', '&scope=shared', other)).body
    assert.deepEqual(
      seen.map(each => [each.id, each['is_shared'], each['visibility_level']]),
      [[id, true, 'public']],
    )
    assert.deepEqual((await list('1980-05-01', '1980-05-02', '', other)).body, [])
    const path = `/v1/schedules/${id}`
    assert.equal((await send(path, 'PATCH', { title: 'x' }, other)).status, 403)
    assert.equal((await send(path, 'DELETE', undefined, other)).status, 403)
    await send(path, 'PATCH', { visibility: { level: 'private' } })
    assert.equal((await send(path, 'GET', undefined, other)).status, 403)
  })
})
