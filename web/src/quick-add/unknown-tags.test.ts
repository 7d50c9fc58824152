import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unknownTags } from './unknown-tags.ts'

test('words with # that name no tag are found once, numbers and other uses of # are not', () => {
  const known = [{ name: 'Work' }]
  assert.deepEqual(unknownTags('Call Anna #urgent #work #집안일 #urgent', known), ['urgent', '집안일'])
  assert.deepEqual(unknownTags('Fix issue #12 in C# and a#b', known), [])
})
