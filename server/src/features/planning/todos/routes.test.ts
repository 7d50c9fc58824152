import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { rejectsWith } from '../../../../test/support/rejects.ts'
import { forEachStorage } from '../../../../test/support/storages.ts'
import {
  HOUR,
  ids,
  iso,
  items,
  MISSING,
  names,
  type TodoWorld,
  todoWorld,
} from '../../../../test/support/todo-world.ts'

type Names = { tag_group_id?: string; tag_ids?: string[]; parent_id?: string }

import type { Storage } from '../../../platform/storage/unit-of-work.ts'

const TEN = Date.UTC(2026, 0, 15, 10)

forEachStorage('todos', open => {
  let storage: Storage
  let server: TestApp
  let ann: TodoWorld
  let bob: TodoWorld

  before(async () => {
    storage = await open()
    server = await startTestApp(storage)
    ann = await todoWorld(server, 'ann')
    bob = await todoWorld(server, 'bob')
  })
  after(() => server.close())

  it('creates a todo with the smallest body', async () => {
    const todo = await ann.add('  Plain ')
    assert.equal(todo.title, 'Plain')
    assert.equal(todo.status, 'UNSCHEDULED')
    assert.equal(todo.include_reason, 'MATCH')
    assert.equal(todo.owner_id, 'ann')
    assert.equal(todo.is_shared, false)
    for (const name of ['description', 'deadline', 'parent_id', 'visibility_level', 'visibility'] as const) {
      assert.equal(todo[name], null, name)
    }
    assert.deepEqual([todo.tags, todo.schedules], [[], []])
    assert.deepEqual(await ann.read(todo.id), todo)
  })

  it('creates a todo with everything, and its schedule', async () => {
    const tags = [await ann.addTag('b'), await ann.addTag('A')]
    const parent = await ann.add('Parent')
    const todo = await ann.add('Full', {
      description: 'All of it',
      deadline: '2026-01-15T19:00:00+09:00',
      tag_ids: ids(tags),
      parent_id: parent.id,
      status: 'SCHEDULED',
      visibility: { level: 'public' },
    })
    assert.equal(todo.deadline, iso(TEN))
    assert.equal(todo.parent_id, parent.id)
    assert.equal(todo.status, 'SCHEDULED')
    assert.deepEqual(names(todo.tags), ['A', 'b'])
    assert.equal(todo.visibility?.level, 'public')
    const [schedule] = todo.schedules
    assert.ok(schedule)
    assert.equal(todo.schedules.length, 1)
    const { id, created_at, updated_at, version, ...shown } = schedule
    assert.ok(Number.isSafeInteger(version))
    assert.deepEqual(shown, {
      title: 'Full',
      description: 'All of it',
      location: null,
      start_time: iso(TEN),
      end_time: iso(TEN + HOUR),
      all_day: false,
      start_date: null,
      end_date: null,
      timezone: 'UTC',
      recurrence_rule: null,
      recurrence_end: null,
      parent_id: null,
      instance_start: null,
      source_todo_id: todo.id,
      state: 'PLANNED',
      reminders: [],
      tags: todo.tags,
      owner_id: 'ann',
      is_shared: false,
      visibility_level: null,
      visibility: null,
      source_todo: null,
    })
    assert.deepEqual(await ann.client.schedules.get({ params: { schedule_id: schedule.id } }), schedule)
    assert.deepEqual(await ann.read(todo.id), todo)
  })

  it('treats null as absent for a field with a default', async () => {
    const body = {
      description: null,
      tag_ids: null,
      deadline: null,
      parent_id: null,
      status: null,
      visibility: null,
    }
    const todo = await ann.add('Nulls', body)
    assert.equal(todo.status, 'UNSCHEDULED')
    assert.deepEqual(todo.tags, [])
  })

  it('writes all datetimes in the requested zone', async () => {
    const { id } = await ann.add('Zoned', { deadline: iso(TEN) })
    const todo = await ann.client.todos.get({ params: { todo_id: id }, query: { timezone: 'Asia/Seoul' } })
    assert.ok('id' in todo)
    assert.equal(todo.deadline, '2026-01-15T19:00:00+09:00')
    assert.equal(todo.schedules[0]?.end_time, '2026-01-15T20:00:00+09:00')
  })

  it('rejects invalid bodies, field by field', async () => {
    const bad = { title: '', deadline: 'soon', status: 'LATE', tag_ids: ['x'] } as unknown as {
      title: string
    }
    const error = await rejectsWith(ann.add('x', bad), 422)
    assert.deepEqual(error.errors.map(each => each.path).sort(), ['deadline', 'status', 'tag_ids.0', 'title'])
    const groupless = { title: 'x' } as { title: string; tag_group_id: string }
    const missing = await rejectsWith(ann.client.todos.create({ body: groupless }), 422)
    assert.deepEqual(missing.errors, [{ path: 'tag_group_id', message: 'is required' }])
    for (const field of ['title', 'status', 'tag_group_id']) {
      const todo = await ann.add('Null')
      await rejectsWith(ann.patch(todo.id, { [field]: null }), 422)
    }
  })

  it('gives the same answer for foreign and unknown groups, tags and parents', async () => {
    const theirs = await bob.add('Theirs')
    const theirTag = await bob.addTag('theirs')
    const todo = await ann.add('Mine')
    const cases: [known: Names, unknown: Names, words: RegExp][] = [
      [{ tag_group_id: bob.group.id }, { tag_group_id: MISSING }, /tag group was not found/],
      [{ tag_ids: [theirTag.id] }, { tag_ids: [MISSING] }, /tags was not found/],
      [{ parent_id: theirs.id }, { parent_id: MISSING }, /parent todo was not found/],
    ]
    for (const [known, unknown, words] of cases) {
      const attempts = [known, unknown].flatMap(body => [ann.add('x', body), ann.patch(todo.id, body)])
      const errors = await Promise.all(attempts.map(attempt => rejectsWith(attempt, 400, words)))
      assert.equal(new Set(errors.map(error => error.detail)).size, 1)
    }
  })

  it('patches: absent keeps, null clears, a value sets', async () => {
    const tag = await ann.addTag('three')
    const todo = await ann.add('Three', { description: 'old', deadline: iso(TEN), tag_ids: [tag.id] })
    const renamed = await ann.patch(todo.id, { title: 'Four', status: 'DONE' })
    assert.deepEqual([renamed.title, renamed.status, renamed.description], ['Four', 'DONE', 'old'])
    assert.deepEqual(await ann.patch(todo.id, {}), renamed)
    const cleared = await ann.patch(todo.id, { description: null, deadline: null, tag_ids: null })
    assert.deepEqual(
      [cleared.description, cleared.deadline, cleared.tags, cleared.schedules],
      [null, null, [], []],
    )
    assert.deepEqual(await ann.read(todo.id), cleared)
    assert.equal((await ann.patch(todo.id, { status: 'UNSCHEDULED' })).status, 'UNSCHEDULED')
  })

  it('treats a PATCH without a body as no change', async () => {
    const todo = await ann.add('Same')
    const token = await server.issuer.token({ sub: 'ann', name: 'ann' })
    const response = await server.fetch(`/v1/todos/${todo.id}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${token}` },
    })
    assert.equal(response.status, 200)
    assert.deepEqual(await response.json(), todo)
  })

  it('accepts tags of any own group, at most 100 after deduplication', async () => {
    const elsewhere = await ann.addGroup('Elsewhere')
    const tag = await ann.addTag('far', elsewhere.id)
    const todo = await ann.add('Far', { tag_ids: Array(150).fill(tag.id) })
    assert.deepEqual(ids(todo.tags), [tag.id])
  })

  it('deletes a todo with its schedules; its children become roots and keep theirs', async () => {
    const parent = await ann.add('Parent', { deadline: iso(TEN), visibility: { level: 'public' } })
    const child = await ann.add('Child', { parent_id: parent.id, deadline: iso(TEN) })
    const [schedule] = parent.schedules
    assert.deepEqual(await ann.remove(parent.id), { ok: true })
    await rejectsWith(ann.read(parent.id), 404, /^Todo not found\.$/)
    await rejectsWith(ann.remove(parent.id), 404)
    await rejectsWith(ann.client.schedules.get({ params: { schedule_id: schedule?.id ?? '' } }), 404)
    const left = await ann.read(child.id)
    assert.equal(left.parent_id, null)
    assert.deepEqual(ids(left.schedules), ids(child.schedules))
  })

  it('counts todos and tags, most used first, then by name', async () => {
    const cleo = await todoWorld(server, 'cleo')
    const other = await cleo.addGroup('Other')
    const [a, b, c] = [
      await cleo.addTag('beta'),
      await cleo.addTag('Alpha'),
      await cleo.addTag('rare', other.id),
    ]
    await cleo.add('1', { tag_ids: [a.id, b.id, c.id] })
    await cleo.add('2', { tag_ids: [a.id, b.id], status: 'DONE' })
    await cleo.add('3', { tag_group_id: other.id, tag_ids: [c.id, a.id] })
    await cleo.add('4', { status: 'CANCELLED' })
    const stats = (group_id?: string) => cleo.client.todos.stats({ query: group_id ? { group_id } : {} })
    const row = (tag: { id: string; name: string }, count: number) => ({
      tag_id: tag.id,
      tag_name: tag.name,
      count,
    })
    assert.deepEqual(await stats(), {
      group_id: null,
      total_count: 4,
      by_tag: [row(a, 3), row(b, 2), row(c, 2)],
    })
    assert.deepEqual(await stats(cleo.group.id), {
      group_id: cleo.group.id,
      total_count: 3,
      by_tag: [row(b, 2), row(a, 2)],
    })
    assert.deepEqual((await stats(other.id)).by_tag, [row(c, 1)])
    await rejectsWith(stats(MISSING), 404, /^Tag group not found\.$/)
    await rejectsWith(stats(ann.group.id), 404)
  })

  it('returns the todos of a group under the id of the group', async () => {
    const dora = await todoWorld(server, 'dora')
    const empty = await dora.addGroup('Empty')
    const todo = await dora.add('In group')
    const get = (todo_id: string) => dora.client.todos.get({ params: { todo_id } })
    assert.deepEqual(items(await get(dora.group.id)), [todo])
    assert.deepEqual(await get(empty.id), { items: [] })
    await rejectsWith(get(MISSING), 404, /^Todo not found\.$/)
    await rejectsWith(get(bob.group.id), 404, /^Todo not found\.$/)
    await rejectsWith(get('not-a-uuid'), 422)
  })

  it('todos below themselves, which older versions could leave, end no request and can be taken apart', async () => {
    const emma = await todoWorld(server, 'emma')
    const outer = await emma.add('Outer')
    const inner = await emma.add('Inner', { parent_id: outer.id })
    await storage.write([], tx =>
      sql`update todos set parent_id = ${inner.id} where id = ${outer.id}`.execute(tx.sql),
    )
    const below = await emma.add('Below', { parent_id: inner.id })
    const other = await emma.addGroup('Other')
    const update = (todo_id: string, body: object) => emma.client.todos.update({ params: { todo_id }, body })
    await rejectsWith(update(outer.id, { parent_id: below.id }), 400, /own descendants/)
    await update(outer.id, { parent_id: null })
    await update(outer.id, { tag_group_id: other.id })
    for (const id of [outer.id, inner.id, below.id])
      assert.equal((await emma.read(id)).tag_group_id, other.id)
  })
})
