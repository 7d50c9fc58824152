import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OutboxEntry } from '@daymark/client'
import type { Schedule } from '@daymark/contract/planning/schedule'
import { expandIn } from './expand.ts'
import { schedulesWith } from './schedules.ts'

const on = (day: number, hour = '09') => `2026-05-0${day}T${hour}:00:00.000Z`
const single = {
  id: 'x',
  parent_id: null,
  instance_start: null,
  source_todo_id: null,
  title: 'Single',
  tags: [],
}
const entryX = { ...single, start_time: on(1), end_time: on(1, '10') } as never as Schedule
const occurrence = (day: number) =>
  ({
    ...{ id: `s${day}`, parent_id: 's', instance_start: on(day), source_todo_id: null },
    ...{ start_time: on(day), end_time: on(day, '10'), title: 'Daily', tags: [] },
  }) as never as Schedule
const list = [entryX, occurrence(1), occurrence(2), occurrence(3)]

const write = (method: string, id: string, query: object = {}, body: unknown = undefined) =>
  ({
    ...{ key: id, account: 'me', order: 1, kind: 'schedule', id, params: {}, query, body },
    ...{ operation: `${method} /v1/schedules${method === 'POST' ? '' : '/{schedule_id}'}` },
    ...{ created_at: Date.parse(on(1)), server_at: null, state: 'waiting', attempts: 0, error: null },
  }) as OutboxEntry
const ids = (entries: readonly Schedule[]) => entries.map(({ id }) => id).join(' ')

test('returns the same list if no write concerns entries', () => {
  assert.equal(schedulesWith(list, []), list)
})

test('deletes one entry, one occurrence, following ones, or a series', () => {
  const after = (id: string, query = {}) => ids(schedulesWith(list, [write('DELETE', id, query)]))
  assert.equal(after('x'), 's1 s2 s3')
  assert.equal(after('s', { instance_start: on(2), apply_to: 'this' }), 'x s1 s3')
  assert.equal(after('s', { instance_start: on(2), apply_to: 'following' }), 'x s1')
  assert.equal(after('s', { instance_start: on(2), apply_to: 'all' }), 'x')
})

test('applies a change only to the affected entries', () => {
  const change = write('PATCH', 's', { instance_start: on(2), apply_to: 'following' }, { title: 'New' })
  assert.deepEqual(
    schedulesWith(list, [change]).map(({ title }) => title),
    ['Single', 'Daily', 'New', 'New'],
  )
})

test('moves one occurrence or a whole series', () => {
  const times = { start_time: on(2, '12'), end_time: on(2, '13') }
  const starts = (entries: readonly Schedule[]) => entries.map(({ start_time }) => start_time)
  const one = write('PATCH', 's', { instance_start: on(2), apply_to: 'this' }, times)
  assert.deepEqual(starts(schedulesWith(list, [one])), [on(1), on(1), on(2, '12'), on(3)])
  const all = write('PATCH', 's', { instance_start: on(2), apply_to: 'all' }, times)
  assert.deepEqual(starts(schedulesWith(list, [all])), [on(1), on(1, '12'), on(2, '12'), on(3, '12')])
})

test('shows a new entry once, and a new series with its occurrences', () => {
  const body = { id: 'n', title: 'New', start_time: on(4), end_time: on(4, '10'), timezone: 'UTC' }
  assert.equal(ids(schedulesWith(list, [write('POST', 'n', {}, body)])), 'x s1 s2 s3 n')
  const known = [...list, { ...entryX, id: 'n' }]
  assert.equal(schedulesWith(known, [write('POST', 'n', {}, body)]), known)
  const series = write('POST', 'n', {}, { ...body, recurrence_rule: 'FREQ=DAILY;COUNT=3' })
  const expand = expandIn(Date.parse(on(1)), Date.parse(on(9)))
  assert.deepEqual(
    schedulesWith([], [series], { expand }).map(({ parent_id, start_time }) => [parent_id, start_time]),
    [
      ['n', on(4)],
      ['n', on(5)],
      ['n', on(6)],
    ],
  )
})

test('removes the entries of a deleted todo', () => {
  const linked = { ...entryX, source_todo_id: 'todo' } as Schedule
  const gone = { ...write('DELETE', 'todo'), kind: 'todo', operation: 'DELETE /v1/todos/{todo_id}' }
  assert.deepEqual(schedulesWith([linked, occurrence(1)], [gone as OutboxEntry]).length, 1)
})
