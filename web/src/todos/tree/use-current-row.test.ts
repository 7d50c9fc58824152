import assert from 'node:assert/strict'
import { test } from 'node:test'
import { successor } from './use-current-row.ts'

const before = ['a', 'b', 'c', 'd']

test('the current row stays the same when others appear, disappear or move', () => {
  assert.equal(successor(before, ['new', 'a', 'b', 'c', 'd'], 'b'), 'b')
  assert.equal(successor(before, ['d', 'b'], 'b'), 'b')
})

test('after the current row disappears, the next one follows, or the previous one at the end', () => {
  assert.equal(successor(before, ['a', 'c', 'd'], 'b'), 'c')
  assert.equal(successor(before, ['a', 'd'], 'b'), 'd')
  assert.equal(successor(before, ['a', 'b'], 'd'), 'b')
  assert.equal(successor(before, ['new'], 'd'), undefined)
})

test('no row is current until one has had the focus', () => {
  assert.equal(successor(before, ['new', 'a'], undefined), undefined)
})
