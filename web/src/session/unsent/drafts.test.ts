import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { storage } from '../storage/browser-storage.ts'
import { keepTyped, readTyped } from './drafts.ts'

beforeEach(() => storage.clear())

test('stores a draft per account and field until it is cleared', () => {
  keepTyped('ann', 'todo', 'Milk')
  keepTyped('ann', 'list', 'Home')
  assert.deepEqual([readTyped('ann', 'todo'), readTyped('ann', 'list')], ['Milk', 'Home'])
  assert.equal(readTyped('bob', 'todo'), '')
  keepTyped('ann', 'todo', '')
  keepTyped('ann', 'list', '')
  assert.equal(storage.length, 0)
})

test('drops the oldest drafts above the maximum', () => {
  for (let field = 0; field < 60; field++) keepTyped('ann', `${field}`, 'text')
  assert.equal(readTyped('ann', '0'), '')
  assert.equal(readTyped('ann', '59'), 'text')
})

test('ignores unreadable drafts', () => {
  storage.setItem('daymark.drafts.ann', '{"todo":{"typed":"old form"},"list":"Home"}')
  assert.deepEqual([readTyped('ann', 'todo'), readTyped('ann', 'list')], ['', 'Home'])
  storage.setItem('daymark.drafts.ann', 'not JSON')
  assert.equal(readTyped('ann', 'todo'), '')
})
