// The sentence that summarizes a batch in the history.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StoredRow } from '../../platform/changes/change.ts'
import { summarize } from './summary.ts'

const updated = (kind: string, rows: readonly Pick<StoredRow, 'table' | 'before' | 'after'>[]): string => {
  const of = { owner_id: 'ann', batch_id: '1', seq: 1, kind, id: '1', detail: null, follow_up: false }
  const stored = rows.map(row => ({ key: {}, ...row }))
  return summarize('web', [{ ...of, action: 'updated', title: 'Standup', rows: stored }], String)
}

test('the summary of an undo begins with what is true now', () => {
  const of = { owner_id: 'ann', batch_id: '1', seq: 1, id: '1', detail: null, follow_up: false, rows: [] }
  const entry = (action: 'created' | 'deleted', kind = 'todo') => ({ ...of, kind, action, title: 'Report' })
  const summary = (...entries: ReturnType<typeof entry>[]) => summarize('undo', entries, String)
  assert.equal(summary(entry('deleted')), "Deleted 'Report' by undoing a change")
  assert.equal(summary(entry('created')), "Restored the todo 'Report' by undoing a change")
  const both = summary(entry('created'), entry('created', 'schedule'))
  assert.equal(both, "Restored the todo 'Report' and 1 more by undoing a change")
})

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

test('a deleted occurrence is named as such, and so is a restored one', () => {
  const table = 'schedule_exceptions'
  const row = { title: null, start_time: 5 }
  for (const before of [null, { deleted: 0 }])
    assert.equal(
      updated('schedule', [{ table, before, after: { ...row, deleted: 1 } }]),
      "Deleted an occurrence of 'Standup'",
    )
  for (const after of [null, { deleted: 0 }, { ...row, deleted: 0 }])
    assert.equal(
      updated('schedule', [{ table, before: { deleted: 1 }, after }]),
      "Restored an occurrence of 'Standup'",
    )
})

test('a change of a series or a poll is not named after the occurrences or answers that it removes', () => {
  const exception = { table: 'schedule_exceptions', before: { title: 'Long' }, after: null }
  const range = { table: 'schedules', before: { range_end: 1 }, after: { range_end: 2, updated_at: 2 } }
  const rule = { table: 'schedules', before: { recurrence_rule: 'A' }, after: { recurrence_rule: 'B' } }
  assert.equal(updated('schedule', [range, exception]), "Changed an occurrence of 'Standup'")
  assert.equal(updated('schedule', [rule, exception]), "Changed 'Standup'")
  const deleted = { table: 'schedule_exceptions', before: { deleted: 1 }, after: null }
  assert.equal(updated('schedule', [rule, deleted]), "Changed 'Standup'")
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
