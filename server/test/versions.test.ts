// Every read of one's own items must contain versions, even for embedded items. Items of others must never have them.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { startTestApp, type TestApp } from './support/app.ts'
import { greeted } from './support/device.ts'
import { newPerson, type Person } from './support/people.ts'
import { forEachStorage } from './support/storages.ts'

const visibility = { level: 'public' } as const
const SPAN = { start_time: '2026-01-15T10:00:00Z', end_time: '2026-01-15T11:00:00Z' }
const RANGE = { start_date: '2026-01-15', end_date: '2026-01-17' }
const DAYS = { start_date: '2026-01-15', end_date: '2026-01-16', start_time: '09:00', end_time: '17:00' }

/** Returns the versions of an item and of its embedded items, except tags. A missing version is undefined. */
function versions(value: unknown, path: string): [string, unknown][] {
  if (Array.isArray(value)) return value.flatMap(each => versions(each, path))
  if (path.endsWith('.tags') && path !== 'groups.tags') return []
  if (value === null || typeof value !== 'object') return []
  const fields = value as Record<string, unknown>
  const inner = Object.entries(fields).flatMap(([name, each]) => versions(each, `${path}.${name}`))
  return 'id' in fields ? [[path, fields['version']], ...inner] : inner
}

forEachStorage('versions', open => {
  let server: TestApp
  let ann: Person
  let bob: Person
  let reads: (person: Person, scope: 'mine' | 'shared') => Promise<Record<string, unknown>>

  before(async () => {
    server = await startTestApp(await open())
    ann = await newPerson(server, 'ann')
    bob = await newPerson(server, 'bob')
    const group = await ann.client.tags.createGroup({ body: { name: 'Work', color: '#000000' } })
    const tag = await ann.client.tags.create({
      body: { name: 'deep', color: '#000000', group_id: group.id },
    })
    const tag_ids = [tag.id]
    const todo = await ann.client.todos.create({
      body: { title: 'Report', tag_group_id: group.id, tag_ids, deadline: SPAN.start_time, visibility },
    })
    const schedule_id = todo.schedules[0]?.id ?? assert.fail('no schedule')
    await ann.client.schedules.update({ params: { schedule_id }, body: { visibility } })
    const recurring = { title: 'Daily', ...SPAN, recurrence_rule: 'FREQ=DAILY', tag_ids, visibility }
    const series = await ann.client.schedules.create({ body: recurring })
    const device = await greeted(server, ann.id)
    const { payload } = await device.start({ todo_id: todo.id, schedule_id, tag_ids, visibility })
    assert.ok((payload.timer.version ?? 0) > 0)
    const meeting = await ann.client.meetings.create({
      body: { title: 'Plan', ...DAYS, available_days: [3, 4], visibility },
    })
    reads = async ({ client }, scope) => ({
      todos: await client.todos.list({ query: { scope } }),
      todo: await client.todos.get({ params: { todo_id: todo.id }, query: {} }),
      schedules: await client.schedules.list({ query: { ...RANGE, scope } }),
      schedule: await client.schedules.get({ params: { schedule_id }, query: {} }),
      series: await client.schedules.get({ params: { schedule_id: series.id }, query: {} }),
      timers: await client.timers.list({
        query: { scope, include_schedule: true, include_todo: true, tag_include_mode: 'timer_only' },
      }),
      timer: await client.timers.get({ params: { timer_id: payload.timer.id }, query: {} }),
      meetings: await client.meetings.list({ query: { scope } }),
      meeting: await client.meetings.get({ params: { meeting_id: meeting.id } }),
      groups: await client.tags.listGroups({ query: {} }),
      tags: await client.tags.list({ query: {} }),
    })
  })
  after(() => server.close())

  it("are on every read of one's own", async () => {
    for (const [name, read] of Object.entries(await reads(ann, 'mine'))) {
      const found = versions(read, name)
      assert.ok(found.length > 0, name)
      for (const [path, version] of found)
        assert.ok(Number.isSafeInteger(version) && Number(version) > 0, `${path}: ${version}`)
    }
  })

  it("are on nothing of someone else's", async () => {
    const { groups, tags, ...shared } = await reads(bob, 'shared')
    assert.deepEqual([groups, tags], [[], []])
    for (const [name, read] of Object.entries(shared)) {
      const found = versions(read, name)
      assert.ok(found.length > 0, name)
      assert.deepEqual(
        found,
        found.map(([path]) => [path, undefined]),
      )
    }
  })
})
