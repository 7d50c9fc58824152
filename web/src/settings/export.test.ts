// Tests that export ranges have no gaps and items appear once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Schedule } from '@daymark/contract/planning/schedule'
import { exportName, seriesIds, windowsAround, withoutRepeats } from './export.ts'

const now = Date.parse('2026-11-15T12:00:00Z')

test('the ranges are consecutive and include today', () => {
  const windows = windowsAround(now)
  for (const [index, { start_date, end_date }] of windows.entries()) {
    assert.ok(start_date < end_date)
    assert.equal(windows[index + 1]?.start_date ?? end_date, end_date)
  }
  assert.ok(windows.some(({ start_date, end_date }) => start_date <= '2026-11-15' && '2026-11-15' < end_date))
})

const entry = (id: string, instance_start: string | null, parent_id: string | null) =>
  ({ id, instance_start, parent_id }) as Schedule

test('removes duplicates of two ranges but keeps occurrences of a series', () => {
  const single = entry('a', null, null)
  const [first, second] = [entry('s', '2026-01-01T00:00:00Z', 's'), entry('s', '2026-01-02T00:00:00Z', 's')]
  assert.equal(withoutRepeats([single, first, { ...single }, second, { ...first }]).length, 3)
  assert.deepEqual(seriesIds([single, first, second]), ['s'])
})

test('the name of the file', () => {
  assert.equal(exportName(now), 'daymark-2026-11-15.json')
})
