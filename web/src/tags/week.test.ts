// Tests week starts and sums of goals.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { totalOf, weekStart } from './week.ts'

test('weeks start on the chosen day', () => {
  assert.equal(weekStart('2026-11-15', 1), '2026-11-09')
  assert.equal(weekStart('2026-11-09', 1), '2026-11-09')
  assert.equal(weekStart('2026-03-01', 1), '2026-02-23')
  assert.equal(weekStart('2026-11-15', 0), '2026-11-15')
  assert.equal(weekStart('2026-11-14', 0), '2026-11-08')
  assert.equal(weekStart('2026-11-13', 6), '2026-11-07')
})

test('adds up the goals of a group in whole percents', () => {
  assert.equal(totalOf({ a: 0.35, b: 0.85, gone: 0.5 }, ['a', 'b', 'c']), 120)
  assert.equal(totalOf({}, ['a']), 0)
})
