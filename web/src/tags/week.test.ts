import assert from 'node:assert/strict'
import { test } from 'node:test'
import { totalOf } from './week.ts'

test('adds up the goals of a group in whole percents', () => {
  assert.equal(totalOf({ a: 0.35, b: 0.85, gone: 0.5 }, ['a', 'b', 'c']), 120)
  assert.equal(totalOf({}, ['a']), 0)
})
