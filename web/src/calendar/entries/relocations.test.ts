import assert from 'node:assert/strict'
import { test } from 'node:test'
import { relocated } from './relocations.ts'

const on = (day: number, hour = '10') => `2026-05-0${day}T${hour}:00:00.000Z`
const HOUR_MS = 3_600_000
const occurrence = (day: number) => ({
  parent_id: 'old',
  instance_start: on(day),
  title: 'Practice',
  version: 4,
})

test('after a split, later occurrences belong to the new series', () => {
  const split = { series: 'old', from: Date.parse(on(2)), to: 'new', shift: 2 * HOUR_MS, version: 5 }
  assert.deepEqual(relocated(occurrence(3), split), {
    parent_id: 'new',
    instance_start: on(3, '12'),
    title: 'Practice',
    version: 4,
  })
  const earlier = occurrence(1)
  assert.equal(relocated(earlier, split), earlier)
  const other = { ...occurrence(3), parent_id: 'other' }
  assert.equal(relocated(other, split), other)
})

test('after a change of the whole series that moves nothing, addresses stay', () => {
  const renamed = { series: 'old', from: Number.NEGATIVE_INFINITY, to: 'old', shift: 0, version: 5 }
  assert.deepEqual(relocated(occurrence(1), renamed), occurrence(1))
})

test('an entry outside a series keeps its address', () => {
  const single = { parent_id: null, instance_start: null, version: 4 }
  assert.equal(relocated(single, { series: 'old', from: 0, to: 'new', shift: 0, version: 5 }), single)
})

test('an entry that was read after the whole series moved already has its new address', () => {
  const moved = { series: 'old', from: Number.NEGATIVE_INFINITY, to: 'old', shift: HOUR_MS, version: 5 }
  assert.equal(relocated(occurrence(1), moved).instance_start, on(1, '11'))
  const read = { ...occurrence(1), version: 5 }
  assert.equal(relocated(read, moved), read)
})
