// Tests that a row that concerns two resources is counted once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { totalGrowth } from '../growth.ts'
import { composeEntries } from './compose.ts'

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
  assert.equal(totalGrowth(drafts.map(({ growth }) => growth)).bytes, -1)
})
