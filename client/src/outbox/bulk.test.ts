import assert from 'node:assert/strict'
import { it } from 'node:test'
import { withEntries } from '../live/overlay.ts'
import { absoluteBody, bulkOf, singleEntries, versionsOf } from './bulk.ts'
import type { OutboxEntry } from './entry.ts'
import { newEntry } from './new-entry.ts'

const entry = (operation: string, body: object): OutboxEntry =>
  newEntry(
    operation,
    { params: {}, query: {}, body },
    { account: 'ann', order: 1, created_at: 0, server_at: null },
  )

const draft = (id: string, parent_id: string | null = null) =>
  entry('POST /v1/todos', { id, title: id, parent_id, tag_group_id: 'g' })
const todos = () => withEntries('todo', new Map(), [draft('a'), draft('b', 'a'), draft('c')])

it('shows a bulk change in every item, and a bulk deletion in none', () => {
  const done = entry('POST /v1/todos/bulk', { ids: ['a', 'b'], change: { status: 'DONE' } })
  const shown = withEntries('todo', todos(), [done])
  assert.deepEqual(
    [...shown.values()].map(({ status }) => status),
    ['DONE', 'DONE', 'UNSCHEDULED'],
  )
  const gone = entry('POST /v1/todos/bulk', { ids: ['a', 'c'], change: { delete: true } })
  const [left, ...others] = withEntries('todo', todos(), [gone]).values()
  assert.deepEqual([left?.id, left?.parent_id, others.length], ['b', null, 0])
  assert.deepEqual(bulkOf(gone), { kind: 'todo', count: 2, isDeletion: true })
})

it('splits occurrences into requests for single occurrences', () => {
  const occurrences = [{ id: 's', instance_start: '2026-03-03T09:00:00Z' }]
  const [single] = singleEntries([entry('POST /v1/schedules/bulk', { occurrences, change: { title: 'x' } })])
  assert.deepEqual(single?.query, { instance_start: '2026-03-03T09:00:00Z', apply_to: 'this' })
  assert.equal(single?.operation, 'PATCH /v1/schedules/{schedule_id}')
})

it('adds tags to those of the item, and moves times and dates by days', () => {
  const tags = [{ id: 'x' }, { id: 'y' }]
  assert.deepEqual(absoluteBody({ add_tag_ids: ['z'], remove_tag_ids: ['x'] }, { tags }), {
    tag_ids: ['y', 'z'],
  })
  const timed = { start_time: '2026-03-02T09:00:00.000Z', end_time: '2026-03-02T10:00:00.000Z' }
  assert.equal(absoluteBody({ shift_days: -2 }, timed)['start_time'], '2026-02-28T09:00:00.000Z')
  const dates = { ...timed, start_date: '2026-03-02', end_date: '2026-03-03' }
  assert.deepEqual(absoluteBody({ shift_days: 7 }, dates), {
    start_time: '2026-03-09',
    end_time: '2026-03-10',
  })
})

it('reads the log positions of a response', () => {
  assert.deepEqual(versionsOf({ items: [{ version: 12 }, { version: 9 }], failed: [] }), [9, 12])
  assert.deepEqual(versionsOf({ id: 'a', version: 3 }), [3])
  assert.deepEqual(versionsOf({ items: [], failed: [] }), [0])
  for (const none of [{}, null, undefined]) assert.deepEqual(versionsOf(none), [])
})
