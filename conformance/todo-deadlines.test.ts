import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { type Item, newPerson, type Person } from './person.ts'
import { openTarget, type Target } from './target.ts'

const DATE = '2030-11-20'
const TIME = '2030-11-20T10:00:00Z'
const DAY = 86_400_000

interface Schedule extends Item {
  all_day: boolean
  start_date: string | null
  end_date: string | null
  start_time: string
  end_time: string
}
interface Todo extends Item {
  deadline: string | null
  deadline_date: string | null
  series_id: string | null
  schedules: Schedule[]
}

describe('deadlines that are dates', () => {
  let target: Target
  let me: Person
  let group: string
  before(async () => {
    target = await openTarget()
    me = await newPerson(target, 'deadline-person')
  })
  after(() => target.stop())
  beforeEach(async () => {
    group = await me.group()
  })

  const create = (fields: object) =>
    me.send<Todo>('/v1/todos', 'POST', { title: 'T', tag_group_id: group, ...fields })
  const add = (fields: object = {}) =>
    me.add<Todo>('/v1/todos', { title: 'T', tag_group_id: group, ...fields })
  const patch = async (id: string, change: object) =>
    (await me.send<Todo>(`/v1/todos/${id}`, 'PATCH', change)).body
  const due = ({ deadline, deadline_date }: Todo) => [deadline, deadline_date]

  it('deadline may be a date: deadline_date is set and deadline is null', async () => {
    const todo = await add({ deadline: DATE })
    assert.deepEqual(due(todo), [null, DATE])
    assert.deepEqual(due((await me.send<Todo>(`/v1/todos/${todo.id}`)).body), [null, DATE])
    assert.deepEqual(due(await add({ deadline: TIME })), [TIME, null])
    assert.deepEqual(due(await add()), [null, null])
  })

  it('the linked schedule is an all-day entry of that date, for every reader', async () => {
    const { id } = await add({ deadline: DATE })
    for (const zone of ['UTC', 'Asia/Seoul', 'America/Los_Angeles', '%2B14:00']) {
      const { schedules, deadline_date } = (await me.send<Todo>(`/v1/todos/${id}?timezone=${zone}`)).body
      assert.equal(deadline_date, DATE)
      const [entry, ...more] = schedules
      assert.ok(entry && more.length === 0)
      assert.deepEqual([entry.all_day, entry.start_date, entry.end_date], [true, DATE, '2030-11-21'])
      assert.equal(entry.start_time.slice(0, 19), `${DATE}T00:00:00`)
    }
  })

  it('a date becomes a time and a time a date, and the schedule follows', async () => {
    const { id, schedules } = await add({ deadline: DATE })
    const timed = await patch(id, { deadline: TIME })
    assert.deepEqual(due(timed), [TIME, null])
    assert.deepEqual(
      timed.schedules.map(each => [each.id, each.all_day, each.start_time, each.end_time]),
      [[schedules[0]?.id, false, TIME, '2030-11-20T11:00:00Z']],
    )
    const dated = await patch(id, { deadline: '2030-11-22' })
    assert.deepEqual(due(dated), [null, '2030-11-22'])
    assert.deepEqual(
      dated.schedules.map(each => [each.id, each.all_day, each.start_date]),
      [[schedules[0]?.id, true, '2030-11-22']],
    )
  })

  it('null clears both, and deletes the schedule', async () => {
    const { id } = await add({ deadline: DATE })
    const cleared = await patch(id, { deadline: null })
    assert.deepEqual([...due(cleared), cleared.schedules], [null, null, []])
  })

  it('what was read can be sent back and changes nothing', async () => {
    const todo = await add({ deadline: DATE })
    const same = await patch(todo.id, { deadline: todo.deadline, deadline_date: todo.deadline_date })
    assert.deepEqual([due(same), same.schedules], [due(todo), todo.schedules])
  })

  it('dates that do not exist or are out of range are 422', async () => {
    for (const deadline of ['2030-02-30', '1899-12-31', '2201-01-01', '2030-11', '20301120', 'Friday'])
      assert.equal((await create({ deadline })).status, 422, deadline)
    assert.equal((await create({ deadline: TIME, deadline_date: DATE })).status, 422)
  })

  it('in the default order, a date is between the times of the days around it', async () => {
    for (const [title, deadline] of Object.entries({
      none: null,
      after: '2030-11-21T01:00:00Z',
      date: DATE,
      before: '2030-11-19T23:00:00Z',
    }))
      await add({ title, deadline })
    const { body } = await me.send<Todo[]>(`/v1/todos?group_ids=${group}`)
    assert.deepEqual(
      body.map(each => each.title),
      ['before', 'date', 'after', 'none'],
    )
  })

  it('a todo from an all-day schedule is due on its date', async () => {
    const body = { title: 'S', all_day: true, start_time: DATE, end_time: '2030-11-22' }
    const { id } = await me.add('/v1/schedules', body)
    const todo = await me.add<Todo>(`/v1/schedules/${id}/todo?tag_group_id=${group}`, {})
    assert.deepEqual(due(todo), [null, DATE])
    assert.deepEqual(
      todo.schedules.map(each => [each.id, each.end_date]),
      [[id, '2030-11-22']],
    )
  })

  it('it can repeat: the next round is due on a date, by the zone of the owner', async () => {
    const zone = 'Pacific/Kiritimati'
    await me.send('/v1/users/me/preferences', 'PATCH', { timezone: zone })
    const today = () => Temporal.Now.plainDateISO(zone)
    const rounds = async (fields: object) => {
      const body = { deadline: today().subtract({ days: 5 }).toString(), recurrence_rule: 'FREQ=DAILY' }
      const todo = await add({ ...body, ...fields })
      const before = today()
      await patch(todo.id, { status: 'DONE' })
      const { body: all } = await me.send<Todo[]>(`/v1/todos?group_ids=${group}`)
      const next = all.find(each => each.series_id === todo.id && each.id !== todo.id)
      assert.ok(next)
      assert.equal(next.deadline, null)
      assert.equal(next.schedules[0]?.start_date, next.deadline_date)
      // Subtracts one day if midnight passed during the request.
      const days = (Date.parse(String(next.deadline_date)) - Date.parse(before.toString())) / DAY
      return days - (before.equals(today()) ? 0 : 1)
    }
    assert.equal(await rounds({}), 0, 'today is not over')
    assert.equal(await rounds({ repeat_from: 'completion' }), 1)
    assert.equal((await create({ deadline: DATE, recurrence_rule: 'FREQ=HOURLY' })).status, 422)
  })

  it('the history shows the date, and undo restores it', async () => {
    const { id } = await add({ deadline: DATE })
    await patch(id, { deadline: TIME })
    const { body } = await me.send<{ batch_id: string; summary: string }[]>('/v1/history?limit=1')
    assert.match(String(body[0]?.summary), /Wednesday, 2030-11-20/)
    assert.equal((await me.send(`/v1/history/${body[0]?.batch_id}/undo`, 'POST')).status, 200)
    const restored = (await me.send<Todo>(`/v1/todos/${id}`)).body
    assert.deepEqual([...due(restored), restored.schedules[0]?.start_date], [null, DATE, DATE])
  })
})
