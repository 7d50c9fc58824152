import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Item, newPerson, type Person } from './person.ts'
import { openTarget, type Target } from './target.ts'

interface Result {
  items: { id: string; version: number }[]
  failed: { id: string; status: number; detail: string }[]
}
interface Refusal {
  detail: string
  errors: { path: string; id?: string }[]
}

const UNKNOWN = '01999999-9999-7999-8999-999999999999'

describe('bulk requests', () => {
  let target: Target
  let me: Person
  let group: string
  before(async () => {
    target = await openTarget()
    me = await newPerson(target, 'bulk-person')
    group = await me.group()
  })
  after(() => target.stop())

  const todo = async (title: string) => (await me.add('/v1/todos', { title, tag_group_id: group })).id
  const bulk = <T = Result>(kind: string, body: object) => me.send<T>(`/v1/${kind}/bulk`, 'POST', body)
  const title = async (id: string) => (await me.send(`/v1/todos/${id}`)).body.title

  it('a change is a PATCH body: one batch and one undo', async () => {
    const ids = [await todo('a'), await todo('b')]
    const { status, body } = await bulk('todos', { ids, change: { title: 'both' } })
    assert.deepEqual([status, body.items.map(({ id }) => id), body.failed], [200, ids, []])
    const history = await me.send<{ batch_id: string; entries: Item[] }[]>('/v1/history?limit=1')
    assert.equal(history.body[0]?.entries.length, 2)
    await me.send(`/v1/history/${history.body[0]?.batch_id}/undo`, 'POST')
    assert.deepEqual(await Promise.all(ids.map(title)), ['a', 'b'])
  })

  it('a change may be {"delete": true}: todos, schedules and timers', async () => {
    const [start, end] = ['2026-03-02T09:00:00Z', '2026-03-02T10:00:00Z']
    const made = {
      todos: await todo('x'),
      schedules: (await me.add('/v1/schedules', { title: 'x', start_time: start, end_time: end })).id,
      timers: (await me.add('/v1/timers/records', { title: 'x', segments: [{ start, end }] })).id,
    }
    for (const [kind, id] of Object.entries(made)) {
      assert.equal((await bulk(kind, { ids: [id], change: { delete: true } })).status, 200)
      assert.equal((await me.send(`/v1/${kind}/${id}`)).status, 404)
    }
  })

  it('null means the default: all or nothing, no ids, no occurrences', async () => {
    const id = await todo('before')
    const refused = await bulk('todos', { ids: [id, UNKNOWN], change: { title: 'after' }, atomic: null })
    assert.deepEqual([refused.status, await title(id)], [400, 'before'])
    const done = await bulk('todos', { ids: [id], change: { title: 'after' }, atomic: null })
    assert.deepEqual([done.status, await title(id)], [200, 'after'])
    const [start_time, end_time] = ['2026-03-02T09:00:00Z', '2026-03-02T10:00:00Z']
    const entry = await me.add('/v1/schedules', { title: 'x', start_time, end_time })
    const rest = { occurrences: null, atomic: null }
    const schedules = await bulk('schedules', { ids: [entry.id], change: { title: 'y' }, ...rest })
    assert.equal(schedules.status, 200)
    const none = await bulk('schedules', { ids: null, change: { title: 'y' }, ...rest })
    assert.equal(none.status, (await bulk('schedules', { change: { title: 'y' } })).status)
  })

  it('all or nothing by default, with every failed item named', async () => {
    const id = await todo('unchanged')
    const { status, body } = await bulk<Refusal>('todos', { ids: [id, UNKNOWN], change: { title: 'new' } })
    assert.equal(status, 400)
    assert.deepEqual(
      body.errors.map(error => error.id),
      [UNKNOWN],
    )
    assert.equal(await title(id), 'unchanged')
  })

  it('atomic: false applies what can be applied and reports the rest', async () => {
    const id = await todo('old')
    const { body } = await bulk('todos', { ids: [id, UNKNOWN], change: { title: 'new' }, atomic: false })
    assert.deepEqual([body.items[0]?.id, body.failed[0]?.id, body.failed[0]?.status], [id, UNKNOWN, 404])
    assert.equal(await title(id), 'new')
  })

  it('a token needs the scope of the kind', async () => {
    const { token } = await me.add<{ token: string }>('/v1/tokens', {
      name: 'todos',
      scopes: ['todos:write'],
    })
    const body = { ids: [await todo('scoped')], change: { priority: 1 } }
    const status = async (kind: string) =>
      (await target.request(`/v1/${kind}/bulk`, { method: 'POST', token, body })).status
    assert.deepEqual([await status('todos'), await status('timers')], [200, 403])
  })

  it('at most 1,000 ids; a repeated id counts once', async () => {
    const id = await todo('a')
    const ids = Array.from({ length: 1_001 }, () => id)
    assert.equal((await bulk('todos', { ids, change: { priority: 1 } })).body.items.length, 1)
    const many = ids.map((_, at) => UNKNOWN.slice(0, -4) + String(at).padStart(4, '0'))
    assert.equal((await bulk('todos', { ids: many, change: { priority: 1 } })).status, 422)
  })
})
