import assert from 'node:assert/strict'
import { test } from 'node:test'
import { frameOf, limitsOf, type Side, withEdge } from './drag.ts'
import { edgeOf, faultsIn, type Period } from './periods.ts'

const ZONE = 'Asia/Seoul'
const MINUTE = 60_000
const NOW = Date.parse('2026-03-02T12:00:00Z')
const at = (minute: number) => NOW - 600 * MINUTE + minute * MINUTE
const period = (key: number, start: number, end: number): Period => ({
  key,
  start: edgeOf(at(start), ZONE),
  end: edgeOf(at(end), ZONE),
})
const PERIODS = [period(0, 0, 30), period(1, 60, 90)]
const moved = (key: number, side: Side, minute: number) =>
  withEdge(PERIODS, { key, side, ms: at(minute) }, ZONE, NOW).map(({ start, end }) => [
    (start.ms - at(0)) / MINUTE,
    (end.ms - at(0)) / MINUTE,
  ])

test('an edge moves in whole minutes', () => {
  assert.deepEqual(moved(0, 'end', 40.4), [
    [0, 40],
    [60, 90],
  ])
  assert.deepEqual(moved(0, 'start', -15), [
    [-15, 30],
    [60, 90],
  ])
})

test('an edge that does not move leaves the list as it is', () => {
  const same = (key: number, side: Side, ms: number) =>
    withEdge(PERIODS, { key, side, ms }, ZONE, NOW) === PERIODS
  assert.ok(same(0, 'end', at(30.4)), 'less than half a minute')
  assert.ok(same(0, 'end', Number.NaN), 'no position')
  assert.ok(same(7, 'end', at(40)), 'no such period')
  assert.ok(!same(0, 'end', at(31)))
})

test('an edge stops at its neighbor, at the other end of its period, and at the current time', () => {
  assert.deepEqual(moved(0, 'end', 75)[0], [0, 60])
  assert.deepEqual(moved(1, 'start', 10)[1], [30, 90])
  assert.deepEqual(moved(1, 'start', 200)[1], [89, 90])
  assert.deepEqual(moved(0, 'end', -50)[0], [0, 1])
  assert.deepEqual(moved(1, 'end', 9999)[1], [60, 600])
  for (const minute of [-500, 0, 30, 61, 9999])
    for (const side of ['start', 'end'] as const) {
      const after = withEdge(PERIODS, { key: 1, side, ms: at(minute) }, ZONE, NOW)
      assert.deepEqual([...faultsIn(after, NOW)], [])
    }
})

test('the visible range has a margin on both sides, but no future', () => {
  assert.deepEqual(frameOf([period(0, 0, 200)], NOW), { from: at(-30), to: at(230) })
  assert.deepEqual(frameOf(PERIODS, NOW), { from: at(-45), to: at(135) }, 'at least three hours')
  assert.deepEqual(frameOf(PERIODS, at(100)), { from: at(-80), to: at(100) })
  assert.equal(limitsOf(PERIODS, 1, 'end', NOW).max, NOW)
  const odd = { key: 0, start: edgeOf(at(0), ZONE), end: edgeOf(at(10) + 1, ZONE) }
  const { from, to } = frameOf([odd], NOW)
  assert.ok(Number.isInteger(from) && Number.isInteger(to), 'whole milliseconds, also for an odd length')
})
