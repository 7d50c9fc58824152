import assert from 'node:assert/strict'
import { after, before, beforeEach, it } from 'node:test'
import { startTestApp, type TestApp } from '../../../test/support/app.ts'
import { newPerson, type Person } from '../../../test/support/people.ts'
import { rejectsWith } from '../../../test/support/rejects.ts'
import { forEachStorage, onceFor } from '../../../test/support/storages.ts'

forEachStorage('quick add', (open, name) => {
  const itOnce = onceFor(name)
  let server: TestApp
  let me: Person
  before(async () => {
    server = await startTestApp(await open())
  })
  after(() => server.close())
  beforeEach(async () => {
    me = await newPerson(server, 'writer')
  })

  const group = (name: string) =>
    me.client.tags.createGroup({ body: { name, color: '#112233', is_todo_group: true } })
  const add = (text: string, more: object = {}) =>
    me.client.quickAdd.create({ body: { text, timezone: 'Asia/Seoul', ...more } })

  itOnce('creates a schedule with its tag from a line with a time', async () => {
    const { id: group_id } = await group('Work')
    const tag = await me.client.tags.create({ body: { name: '업무', color: '#445566', group_id } })
    const { kind, draft, chips, created } = await add('2031년 3월 5일 오후 3시 회의 2시간 #업무')
    assert.equal(kind, 'schedule')
    assert.equal(draft['start_time'], '2031-03-05T06:00:00Z')
    assert.deepEqual(
      chips.map(({ type, text }) => [type, text]),
      [
        ['when', '2031년 3월 5일'],
        ['when', '오후 3시'],
        ['duration', '2시간'],
        ['tag', '#업무'],
      ],
    )
    assert.ok(created && 'all_day' in created)
    const stored = await me.client.schedules.get({ params: { schedule_id: created.id } })
    assert.equal(created.version, stored.version)
    assert.equal(stored.title, '회의')
    assert.equal(created.version, stored.version)
    assert.equal(Date.parse(stored.end_time), Date.parse('2031-03-05T08:00:00Z'))
    assert.deepEqual(
      stored.tags.map(({ id }) => id),
      [tag.id],
    )
  })

  it('creates a todo in the group that the line names, otherwise in the preferred one', async () => {
    const [home, work] = [await group('Home'), await group('Work')]
    await me.client.users.updatePreferences({ body: { default_tag_group_id: work.id } })
    const named = await add('Submit taxes by 2031-03-05 !high ~2h /home')
    assert.equal(named.kind, 'todo')
    const { created } = named
    assert.ok(created && 'estimate_minutes' in created)
    assert.deepEqual(
      [
        created.title,
        created.deadline_date,
        created.priority,
        created.estimate_minutes,
        created.tag_group_id,
      ],
      ['Submit taxes', '2031-03-05', 3, 120, home.id],
    )
    assert.equal((await add('Water the plants')).draft['tag_group_id'], work.id)
  })

  it('starts a timer for a todo that is mentioned, with the preferred length', async () => {
    const { id: tag_group_id } = await group('Work')
    const todo = await me.client.todos.create({ body: { title: 'Write report', tag_group_id } })
    await me.client.users.updatePreferences({ body: { default_timer_minutes: 45 } })
    const { kind, created } = await add('@write report')
    assert.equal(kind, 'timer')
    assert.ok(created && 'is_running' in created)
    const active = await me.client.timers.active()
    assert.deepEqual(
      [active.id, active.todo_id, active.allocated_duration, active.is_running],
      [created.id, todo.id, 2700, true],
    )
  })

  itOnce('creates nothing in a dry run, and uses the time zone of the preferences', async () => {
    await group('Home')
    await me.client.users.updatePreferences({ body: { timezone: 'America/New_York' } })
    const line = { text: 'Lunch on 2031-03-05 at 12:30', dry_run: true }
    const { kind, draft, created } = await me.client.quickAdd.create({ body: line })
    assert.deepEqual([kind, draft['start_time'], created], ['schedule', '2031-03-05T17:30:00Z', null])
    const inSeoul = await me.client.quickAdd.create({ body: line, query: { timezone: 'Asia/Seoul' } })
    assert.equal(inSeoul.draft['start_time'], '2031-03-06T02:30:00+09:00')
    const range = { start_date: '2031-03-01', end_date: '2031-03-31' }
    assert.deepEqual(await me.client.schedules.list({ query: range }), [])
  })

  itOnce('leaves unknown names in the title', async () => {
    await group('Home')
    const { chips, created } = await add('Fix #42 for @nobody')
    assert.deepEqual(
      chips.map(({ text, understood }) => [text, understood]),
      [['@nobody', false]],
    )
    assert.ok(created && created.title === 'Fix #42 for @nobody')
  })

  itOnce('400 for a todo without any group, 422 for a title that is too long', async () => {
    await rejectsWith(add('Water the plants'), 400)
    await group('Home')
    await rejectsWith(add('x'.repeat(256)), 422)
    await rejectsWith(add('  '), 422)
  })
})
