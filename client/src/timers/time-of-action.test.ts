import assert from 'node:assert/strict'
import { test } from 'node:test'
import { timeOfAction } from './time-of-action.ts'

const NOW = 1_800_000_000_000

test('is the time of the action, but not far in the future', () => {
  assert.equal(timeOfAction(NOW - 60_000, NOW, undefined), NOW - 60_000)
  assert.equal(timeOfAction(NOW - 1_000, NOW, NOW - 5_000), NOW - 1_000)
  assert.equal(timeOfAction(NOW + 3_000, NOW, undefined), NOW)
})

test('is not before the last event of the timer if the late clock alone put it there', () => {
  assert.equal(timeOfAction(NOW, NOW, NOW + 300), NOW + 300)
  assert.equal(timeOfAction(NOW + 300, NOW, NOW + 300), NOW + 300)
  assert.equal(timeOfAction(NOW - 2_000, NOW, NOW), NOW)
  assert.equal(timeOfAction(NOW + 300, NOW, undefined), NOW + 300, 'an event that only the page knows')
})

test('stays before an event of another device that followed the action', () => {
  assert.equal(timeOfAction(NOW - 2_001, NOW, NOW), NOW - 2_001)
})
