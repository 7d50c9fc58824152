import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HistoryItem } from '@daymark/contract/history'
import { redoId } from './redo.ts'

const item = (batch_id: string, undone_by: string | null, undoable = true): HistoryItem => ({
  batch_id,
  undone_by,
  undoable,
  at: '2026-11-15T10:00:00Z',
  via: 'web',
  token_name: null,
  summary: '',
  entries: [],
})

test('redo undoes the undo', () => {
  const first = item('first', 'undo', false)
  assert.equal(redoId(first, [item('undo', null), first]), 'undo')
  assert.equal(redoId(first, [first]), 'undo', 'a filter may hide the undo')
})

test('no redo for items that were not undone or are already redone', () => {
  assert.equal(redoId(item('first', null), []), undefined)
  assert.equal(redoId(item('first', 'undo', false), [item('undo', 'redo', false)]), undefined)
})
