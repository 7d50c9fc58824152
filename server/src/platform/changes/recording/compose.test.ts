// Tests that a row that concerns two resources is counted once, and that changes of one row are merged.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { totalGrowth } from '../growth.ts'
import { composeEntries } from './compose.ts'
import { netRows } from './net-rows.ts'

test('a changed occurrence that moves to another series is an entry of both, and its bytes are counted once', async () => {
  const before = { series_id: 'a', original_start: 1, title: 'E' }
  const drafts = await composeEntries([
    {
      table: 'schedule_exceptions',
      key: { series_id: 'a', original_start: 1, all_day: 0 },
      before,
      after: { ...before, series_id: 'b', title: null },
      changed: ['series_id', 'title'],
    },
  ])
  assert.deepEqual(
    drafts.map(({ kind, id }) => [kind, id]),
    [
      ['schedule', 'a'],
      ['schedule', 'b'],
    ],
  )
  assert.equal(totalGrowth(drafts, 0).bytes, -1)
})

test('a row that changes several times is one change, with all its current values', async () => {
  const key = { id: 'a', owner_id: 'ann', title: 'Seal' }
  const update = (was: string, is: string) => ({
    table: 'todos',
    key,
    before: { title: was },
    after: { title: is },
  })
  const rows = await netRows(
    [
      { ...update('Seal', 'Walrus'), whole: { id: 'a', title: 'Walrus', description: 'Blue' } },
      { table: 'todos', key, before: { description: 'Blue' }, after: { description: null } },
      update('Walrus', 'Otter'),
    ],
    () => ['id'],
  )
  assert.deepEqual(rows, [
    {
      table: 'todos',
      key,
      before: { title: 'Seal', description: 'Blue' },
      after: { title: 'Otter', description: null },
      whole: { id: 'a', title: 'Otter', description: null },
      changed: ['title', 'description'],
    },
  ])
})
