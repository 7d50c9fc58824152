// The sentence for a batch.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StoredRow } from '../../platform/changes/change.ts'
import { summarize } from './summary.ts'

const updated = (kind: string, rows: readonly Pick<StoredRow, 'table' | 'before' | 'after'>[]): string => {
  const of = { owner_id: 'ann', batch_id: '1', seq: 1, kind, id: '1', detail: null, follow_up: false }
  const stored = rows.map(row => ({ key: {}, ...row }))
  return summarize('web', [{ ...of, action: 'updated', title: 'Standup', rows: stored }], String)
}

test('an occurrence that gets back the title of its series is changed, not renamed to null', () => {
  const table = 'schedule_exceptions'
  assert.equal(
    updated('schedule', [{ table, before: { title: 'Long' }, after: { title: null } }]),
    "Changed an occurrence of 'Standup'",
  )
  assert.equal(
    updated('schedule', [{ table, before: { title: 'Long' }, after: { title: 'Short' } }]),
    "Renamed 'Long' to 'Short'",
  )
})

test('a change of a series or a poll is not named after the occurrences or answers that it removes', () => {
  const exception = { table: 'schedule_exceptions', before: { title: 'Long' }, after: null }
  const range = { table: 'schedules', before: { range_end: 1 }, after: { range_end: 2, updated_at: 2 } }
  const rule = { table: 'schedules', before: { recurrence_rule: 'A' }, after: { recurrence_rule: 'B' } }
  assert.equal(updated('schedule', [range, exception]), "Changed an occurrence of 'Standup'")
  assert.equal(updated('schedule', [rule, exception]), "Changed 'Standup'")
  const answer = { table: 'meeting_participants', before: { slots: '[1]' }, after: { slots: '[]' } }
  const hours = { table: 'meetings', before: { end_time: '12:00' }, after: { end_time: '11:00' } }
  assert.equal(updated('meeting', [answer]), "Answers to 'Standup' changed")
  assert.equal(updated('meeting', [hours, answer]), "Changed 'Standup'")
})

test('an erased change says nothing about what was changed', () => {
  assert.equal(updated('todo', []), "Changed 'Standup'")
  const tag = { table: 'todo_tags', before: null, after: { tag_id: '1' } }
  const todo = { table: 'todos', before: { updated_at: 1 }, after: { updated_at: 2 } }
  assert.equal(updated('todo', [todo, tag]), "Changed the tags of 'Standup'")
})
