// Shares of time and weeks.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mondayOf, shares } from './week.ts'

const tag = (id: string) => ({ id }) as Parameters<typeof shares>[0][number]['tags'][number]

test('shares of the tags of a group sum up to one', () => {
  const timers = [
    { elapsed_time: 300, tags: [tag('a')] },
    { elapsed_time: 200, tags: [tag('a'), tag('b')] },
    { elapsed_time: 999, tags: [tag('x')] },
  ]
  const found = shares(timers, ['a', 'b', 'c'])
  assert.equal(found.get('a'), 0.8)
  assert.equal(found.get('b'), 0.2)
  assert.equal(found.has('c'), false)
  assert.equal(shares([], ['a']).size, 0)
})

test('weeks begin on Monday', () => {
  assert.equal(mondayOf('2026-11-15'), '2026-11-09')
  assert.equal(mondayOf('2026-11-09'), '2026-11-09')
  assert.equal(mondayOf('2026-03-01'), '2026-02-23')
})
