// The ids of occurrences, and when something lies in a window.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { occurrenceId, overlaps } from './occurrence.ts'

const SERIES = '0192d3a4-7b1c-7def-8a90-123456789abc'

test('an occurrence has the UUIDv5 of its original start in the namespace of its series', () => {
  // Made with another program: uuid5(namespace, "1772359200000").
  assert.equal(occurrenceId(SERIES, 1_772_359_200_000), '28701eea-9245-5f92-ad04-dc82deaa7e33')
  assert.equal(occurrenceId(SERIES.toUpperCase(), 1_772_359_200_000), '28701eea-9245-5f92-ad04-dc82deaa7e33')
  assert.notEqual(occurrenceId(SERIES, 1), occurrenceId(SERIES, 2))
})

test('a window is half-open, and what has no length counts at its instant', () => {
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
