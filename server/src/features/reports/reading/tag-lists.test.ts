import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TagLists } from './tag-lists.ts'

test('timers with the same tags share a list, also on the next page', () => {
  const lists = new TagLists()
  const [none, first, second] = lists.ofTexts(['', 'a,b', 'a,b'])
  assert.deepEqual(none, [])
  assert.deepEqual(first, ['a', 'b'])
  assert.equal(first, second)
  assert.equal(lists.ofTexts(['c', 'a,b'])[1], first)
})
