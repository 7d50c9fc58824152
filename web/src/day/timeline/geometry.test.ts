import assert from 'node:assert/strict'
import { test } from 'node:test'
import { draggedTo, HOUR_MS, hoursOf, instantAt, MINUTE_MS, percentAt } from './geometry.ts'

const day = { from: Date.UTC(2026, 4, 5), to: Date.UTC(2026, 4, 6) }
const at = (hours: number) => day.from + hours * HOUR_MS
const block = { from: at(9), until: at(10), step: 15 * MINUTE_MS, min: day.from, max: day.to }

test('positions and instants match, also on a day of 23 hours', () => {
  assert.equal(percentAt(day, at(6)), 25)
  assert.equal(percentAt(day, at(-3)), 0)
  assert.equal(instantAt(day, 120, 480), at(6))
  assert.equal(hoursOf({ from: day.from, to: day.to - HOUR_MS }).length, 23)
})

test('a moved block keeps its length, in whole steps and within its limits', () => {
  const moved = (delta: number, limits = {}) => draggedTo({ ...block, ...limits, mode: 'move', delta })
  assert.deepEqual(moved(HOUR_MS + 5 * MINUTE_MS), { from: at(10), until: at(11) })
  assert.deepEqual(moved(20 * HOUR_MS), { from: at(23), until: at(24) })
  assert.deepEqual(moved(2 * HOUR_MS, { max: at(10.5) }), { from: at(9.5), until: at(10.5) })
})

test('an edge stops one step before the other edge', () => {
  assert.deepEqual(draggedTo({ ...block, mode: 'end', delta: -3 * HOUR_MS }), {
    from: at(9),
    until: at(9.25),
  })
  assert.deepEqual(draggedTo({ ...block, mode: 'start', delta: 3 * HOUR_MS }), {
    from: at(9.75),
    until: at(10),
  })
  assert.deepEqual(draggedTo({ ...block, mode: 'end', delta: HOUR_MS, max: at(10.5) }), {
    from: at(9),
    until: at(10.5),
  })
})

test('a selection contains every touched step, in both directions', () => {
  const select = (delta: number) => draggedTo({ ...block, from: at(9) + 60_000, mode: 'select', delta })
  assert.deepEqual(select(30 * MINUTE_MS), { from: at(9), until: at(9.75) })
  assert.deepEqual(select(-30 * MINUTE_MS), { from: at(8.5), until: at(9.25) })
})
