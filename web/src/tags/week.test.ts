// Tests shares of time and week starts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Tag } from '@daymark/contract/planning/tags'
import { shares, totalOf, weekStart } from './week.ts'

const tag = (id: string) => ({ id }) as Tag

test('the shares of the tags of a group add up to one', () => {
  const timers = [
    { elapsed_time: 300, tags: [tag('a')] },
    { elapsed_time: 200, tags: [tag('a'), tag('b')] },
    { elapsed_time: 999, tags: [tag('x')] },
  ]
  const found = shares(timers, ['a', 'b', 'c'], timer => timer.elapsed_time)
  assert.equal(found.get('a'), 0.8)
  assert.equal(found.get('b'), 0.2)
  assert.equal(found.has('c'), false)
  assert.equal(shares([], ['a'], () => 1).size, 0)
})

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
