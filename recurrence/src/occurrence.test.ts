import assert from 'node:assert/strict'
import { test } from 'node:test'
import { overlaps } from './occurrence.ts'

test('a window is half-open, and a zero-length item counts at its instant', () => {
  const window = { from: 10, to: 20 }
  const inside = ([start_time = 0, end_time = 0]: number[]) => overlaps({ start_time, end_time }, window)
  assert.ok(
    [
      [5, 11],
      [19, 30],
      [5, 30],
      [10, 20],
      [10, 10],
      [19, 19],
    ].every(inside),
  )
  assert.ok(
    ![
      [5, 10],
      [20, 30],
      [9, 9],
      [20, 20],
    ].some(inside),
  )
})
