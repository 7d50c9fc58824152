// Tests addresses of occurrences whose series was split or moved.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { relocations } from './relocations.ts'

const HOUR_MS = 3_600_000
const on = (day: number, hour = '09') => `2026-05-0${day}T${hour}:00:00.000Z`
const occurrence = (series: string, day: number, hour?: string) => ({
  parent_id: series,
  instance_start: on(day, hour),
})

test('occurrences after a split belong to the new series', () => {
  const places = relocations()
  places.add({ series: 'a', from: Date.parse(on(3)), to: 'b', shift: 0 })
  assert.deepEqual(places.resolve(occurrence('a', 2), 0), occurrence('a', 2))
  assert.deepEqual(places.resolve(occurrence('a', 3), 0), occurrence('b', 3))
  assert.deepEqual(places.resolve(occurrence('c', 3), 0), occurrence('c', 3))
  assert.deepEqual(places.resolve({ parent_id: null, instance_start: null }, 0), {
    parent_id: null,
    instance_start: null,
  })
})

test('several relocations apply in order', () => {
  const places = relocations()
  places.add({ series: 'a', from: Date.parse(on(3)), to: 'b', shift: HOUR_MS })
  places.add({ series: 'b', from: Number.NEGATIVE_INFINITY, to: 'b', shift: 2 * HOUR_MS })
  assert.deepEqual(places.resolve(occurrence('a', 4), 0), occurrence('b', 4, '12'))
  assert.deepEqual(places.resolve(occurrence('a', 1), 0), occurrence('a', 1))
})

test('an entry that was read after the change keeps its address', () => {
  const places = relocations()
  places.add({ series: 'a', from: Number.NEGATIVE_INFINITY, to: 'a', shift: HOUR_MS })
  assert.deepEqual(places.resolve(occurrence('a', 1, '10'), places.now()), occurrence('a', 1, '10'))
  assert.deepEqual(places.resolve(occurrence('a', 1), 0), occurrence('a', 1, '10'))
  // After a split the old address is unambiguous, so the time does not matter.
  places.add({ series: 'a', from: Date.parse(on(3)), to: 'b', shift: 0 })
  assert.deepEqual(places.resolve(occurrence('a', 4), places.now()), occurrence('b', 4))
})
