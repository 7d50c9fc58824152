// Covers repeating todos. Completing such a todo creates a todo for the next round.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { type Item, newPerson, type Person } from './person.ts'
import { openTarget, type Target } from './target.ts'

const DAY = 86_400_000

interface Todo extends Item {
  status: string
  deadline: string | null
  parent_id: string | null
  series_id: string | null
  recurrence_rule: string | null
  completed_at: string | null
  tags: Item[]
  schedules: { start_time: string }[]
}

describe('repeating todos', () => {
  let target: Target
  let me: Person
  let group: string
  before(async () => {
    target = await openTarget()
    me = await newPerson(target, 'rounds-person')
  })
  after(() => target.stop())
  beforeEach(async () => {
    group = await me.group()
  })

  const day = (days: number) => `${new Date(Date.now() + days * DAY).toISOString().slice(0, 10)}T09:00:00Z`
  const add = (fields: object = {}) =>
    me.add<Todo>('/v1/todos', { title: 'T', tag_group_id: group, ...fields })
  const daily = (fields: object = {}) =>
    add({ deadline: day(2), recurrence_rule: 'FREQ=DAILY', timezone: 'UTC', ...fields })
  const patch = (id: string, change: object, query = '') =>
    me.send<Todo>(`/v1/todos/${id}${query}`, 'PATCH', change)
  const list = async () => (await me.send<Todo[]>(`/v1/todos?group_ids=${group}`)).body
  const openOnes = async () => (await list()).filter(each => each.status === 'UNSCHEDULED')

  it('recurrence_rule, timezone, repeat_from and series_id are on every todo', async () => {
    const plain = await add()
    assert.deepEqual(
      [plain.recurrence_rule, plain['timezone'], plain['repeat_from'], plain.series_id],
      [null, 'UTC', 'deadline', null],
    )
    const todo = await daily({ timezone: 'Asia/Seoul', repeat_from: 'completion' })
    assert.deepEqual(
      [todo.recurrence_rule, todo['timezone'], todo['repeat_from']],
      ['FREQ=DAILY', 'Asia/Seoul', 'completion'],
    )
    assert.match(String(todo.series_id), /^[0-9a-f-]{36}$/)
  })

  it('a missing deadline, or an invalid rule, zone or repeat_from, is 422', async () => {
    const create = (fields: object) =>
      me.send('/v1/todos', 'POST', { title: 'T', tag_group_id: group, deadline: day(2), ...fields })
    assert.equal((await create({ deadline: null, recurrence_rule: 'FREQ=DAILY' })).status, 422)
    assert.equal((await create({ recurrence_rule: 'FREQ=SECONDLY' })).status, 422)
    assert.equal((await create({ recurrence_rule: 'FREQ=DAILY', timezone: 'Nowhere' })).status, 422)
    assert.equal((await create({ recurrence_rule: 'FREQ=DAILY', repeat_from: 'birth' })).status, 422)
    assert.equal((await patch((await add()).id, { recurrence_rule: 'FREQ=DAILY' })).status, 422)
    assert.equal((await patch((await daily()).id, { deadline: null })).status, 422)
  })

  it('completing closes this round and creates the next: same tree position, tags, sharing, estimate', async () => {
    const [tag, parent] = [await me.tag(group, 'tag'), await add({ title: 'parent' })]
    const first = await daily({
      title: 'first',
      parent_id: parent.id,
      tag_ids: [tag],
      estimate_minutes: 25,
      visibility: { level: 'public' },
    })
    const done = (await patch(first.id, { status: 'DONE' })).body
    assert.equal(done.status, 'DONE')
    const next = (await openOnes()).find(each => each.title === 'first')
    assert.ok(next)
    assert.notEqual(next.id, first.id)
    assert.equal(next.deadline, day(3))
    assert.equal(next.schedules[0]?.start_time, day(3))
    assert.deepEqual([next.parent_id, next.series_id], [parent.id, first.series_id])
    assert.deepEqual([next.tags[0]?.id, next['estimate_minutes']], [tag, 25])
    assert.equal((next['visibility'] as { level: string }).level, 'public')
    assert.equal(next.completed_at, null)
  })

  it('open children are copied with their structure', async () => {
    const root = await daily({ title: 'root' })
    const child = await add({ title: 'child', parent_id: root.id })
    await add({ title: 'leaf', parent_id: child.id })
    await add({ title: 'done', parent_id: root.id, status: 'DONE' })
    await patch(root.id, { status: 'DONE' })
    const all = await list()
    const copy = (title: string) => all.filter(each => each.title === title)
    assert.deepEqual([copy('child').length, copy('leaf').length, copy('done').length], [2, 2, 1])
    const root2 = copy('root').find(each => each.id !== root.id)
    const child2 = copy('child').find(each => each.id !== child.id)
    assert.equal(child2?.parent_id, root2?.id)
    assert.ok(copy('leaf').some(each => each.parent_id === child2?.id))
  })

  it('canceling creates the next round; with ?series=end it ends the series', async () => {
    const first = await daily()
    await patch(first.id, { status: 'CANCELLED' })
    const [second, ...more] = await openOnes()
    assert.ok(second && more.length === 0)
    await patch(second.id, { status: 'CANCELLED' }, '?series=end')
    assert.deepEqual(await openOnes(), [])
    assert.equal((await patch(second.id, {}, '?series=begin')).status, 422)
  })

  it('repeat_from completion counts from today and keeps the time of day', async () => {
    const { id } = await daily({ repeat_from: 'completion', recurrence_rule: 'FREQ=DAILY;INTERVAL=3' })
    await patch(id, { status: 'DONE' })
    assert.equal((await openOnes())[0]?.deadline, day(3))
  })

  it('rounds whose deadline has passed are skipped', async () => {
    const { id } = await daily({ deadline: day(-10) })
    await patch(id, { status: 'DONE' })
    const next = Date.parse((await openOnes())[0]?.deadline ?? '')
    assert.ok(next > Date.now() && next <= Date.now() + DAY)
  })

  it('reopening clears completed_at and leaves the next round alone', async () => {
    const { id } = await daily()
    await patch(id, { status: 'DONE' })
    const reopened = (await patch(id, { status: 'UNSCHEDULED' })).body
    assert.equal(reopened.completed_at, null)
    assert.equal((await openOnes()).length, 2)
    await patch(id, { status: 'DONE' })
    assert.equal((await openOnes()).length, 1)
  })

  it('one undo of a completion removes the next round', async () => {
    const { id } = await daily()
    await patch(id, { status: 'DONE' })
    const [batch] = (await me.send<{ batch_id: string }[]>('/v1/history?limit=1')).body
    assert.equal((await me.send(`/v1/history/${batch?.batch_id}/undo`, 'POST')).status, 200)
    const [only, ...more] = await list()
    assert.deepEqual([only?.id, only?.status, more.length], [id, 'UNSCHEDULED', 0])
  })
})
