import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Schedule } from '@daymark/contract/planning/schedule'
import { type DueTodo, withDeadlines } from './deadlines.ts'

const ZONE = 'Europe/Berlin'
const WEEK = { start: '2026-05-11', end: '2026-05-18' }
const entry = (id: string, fields: Partial<Schedule> = {}) =>
  ({
    ...{ id, title: id, all_day: false, start_date: null, end_date: null, parent_id: null, tags: [] },
    ...{ start_time: '2026-05-13T15:00:00Z', end_time: '2026-05-13T16:00:00Z', source_todo_id: 'todo' },
    ...{ created_at: '2026-05-01T00:00:00Z', state: 'PLANNED', ...fields },
  }) as Schedule
const todo = (fields: Partial<DueTodo> = {}): DueTodo => ({
  ...{ id: 'todo', title: 'Report', deadline: '2026-05-13T17:00:00+02:00', deadline_date: null },
  ...{ status: 'UNSCHEDULED', created_at: '2026-05-01T00:00:00Z', tags: [], ...fields },
})
const shown = (entries: Schedule[], ...todos: DueTodo[]) => {
  const found = withDeadlines(entries, new Map(todos.map(each => [each.id, each])), WEEK, ZONE)
  return [
    found.deadlines.map(each => each.entry?.id ?? `without ${each.todo.id}`),
    found.entries.map(e => e.id),
  ]
}

test('the entry of a deadline is a deadline, before and after the todos have loaded', () => {
  assert.deepEqual(shown([entry('flag')]), [['flag'], []])
  assert.deepEqual(shown([entry('flag')], todo()), [['flag'], []])
  const day = { all_day: true, start_date: '2026-05-13', end_date: '2026-05-14' }
  const dated = todo({ deadline: null, deadline_date: '2026-05-13' })
  assert.deepEqual(shown([entry('day', day)], dated), [['day'], []])
})

test('time that was planned for a todo stays a block', () => {
  assert.deepEqual(shown([entry('other', { source_todo_id: null })]), [[], ['other']])
  const long = entry('long', { end_time: '2026-05-13T18:00:00Z' })
  assert.deepEqual(shown([long], todo()), [[], ['long']])
  // A todo created from an entry is newer than the entry.
  const born = todo({ created_at: '2026-05-02T00:00:00Z' })
  assert.deepEqual(shown([entry('meeting')], born), [[], ['meeting']])
})

test('a deadline remains visible if its entry was moved, unless it is canceled or in another week', () => {
  const moved = entry('moved', { start_time: '2026-05-12T08:00:00Z', end_time: '2026-05-12T09:00:00Z' })
  assert.deepEqual(shown([moved], todo()), [['without todo'], ['moved']])
  assert.deepEqual(shown([], todo({ status: 'CANCELLED' })), [[], []])
  assert.deepEqual(shown([], todo({ deadline: '2026-05-18T00:00:00+02:00' })), [[], []])
  assert.deepEqual(shown([], todo({ status: 'DONE' })), [['without todo'], []])
})
