import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENTRY_TEXT_NAMES } from '@daymark/contract/planning/entry-texts'
import { readEmbedded, scheduleColumns } from './view-store.ts'

test('an embedded schedule has each column under its own name', () => {
  const elsewhere = ['owner_id', 'source_todo_id', ...ENTRY_TEXT_NAMES]
  const cells = [
    ...scheduleColumns.all.filter(name => !elsewhere.includes(name)),
    'visibility_level',
    'tag_ids',
    ...ENTRY_TEXT_NAMES,
  ]
  const [read] = readEmbedded({
    id: 'source_todo_id',
    owner_id: 'owner_id',
    schedules: JSON.stringify([cells]),
  })
  const names = [...scheduleColumns.all, 'visibility_level', 'tag_ids']
  assert.deepEqual(read, { ...Object.fromEntries(names.map(name => [name, name])), all_day: true })
})
