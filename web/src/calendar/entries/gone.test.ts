// What of a series disappears while its deletion can still be undone.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isGone, removalId } from './gone.ts'

const occurrence = (day: number) => ({
  id: `occurrence-${day}`,
  parent_id: 'series',
  instance_start: `2026-03-${day}T09:00:00+01:00`,
})
const plain = { id: 'plain', parent_id: null, instance_start: null }
const days = [10, 17, 24, 31]

const goneAfter = (applyTo: 'this' | 'following' | 'all') => {
  const hidden = new Set([removalId(occurrence(17), applyTo)])
  return days.filter(day => isGone(occurrence(day), hidden))
}

test('only this one, this and those after it, or all', () => {
  assert.deepEqual(goneAfter('this'), [17])
  assert.deepEqual(goneAfter('following'), [17, 24, 31])
  assert.deepEqual(goneAfter('all'), days)
})

test('a later time in another offset is later all the same', () => {
  const hidden = new Set([removalId(occurrence(24), 'following')])
  assert.equal(isGone({ ...occurrence(31), instance_start: '2026-03-24T08:30:00Z' }, hidden), true)
  assert.equal(isGone({ ...occurrence(31), instance_start: '2026-03-24T07:30:00Z' }, hidden), false)
})

test('an entry by itself, and nobody else', () => {
  const hidden = new Set([removalId(plain)])
  assert.equal(isGone(plain, hidden), true)
  assert.equal(isGone({ ...plain, id: 'other' }, hidden), false)
  assert.equal(isGone(occurrence(10), hidden), false)
  assert.equal(isGone(plain, new Set()), false)
})
