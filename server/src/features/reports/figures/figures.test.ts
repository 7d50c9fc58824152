// Ratios, streaks, shares, and the assignment of timers to occurrences: examples, and random data compared with
// simple definitions.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../../../scripts/test/properties.ts'
import { distributionOf, median, sumsOf, worstOf } from './accuracy.ts'
import { sharesOf } from './goals.ts'
import { measuredOccurrences } from './linked-time.ts'
import { currentRun, leadingRun, longestRun, trailingRun } from './streaks.ts'

const item = (measured_ms: number, planned_ms = 100) => ({
  id: `i${measured_ms}`,
  start: null,
  planned_ms,
  measured_ms,
  tag_ids: [],
})

test('the median of an even number is the mean of the two in the middle', () => {
  assert.deepEqual([median([]), median([3]), median([4, 1]), median([9, 1, 2])], [null, 3, 2.5, 2])
})

test('every ratio is in exactly one step, and half of the plan is as bad as twice the plan', () => {
  const items = [1, 25, 89, 90, 110, 200, 1000].map(ms => item(ms))
  const steps = distributionOf(items)
  assert.deepEqual(
    steps.map(step => step.count),
    [1, 1, 0, 1, 1, 1, 0, 0, 2],
  )
  assert.equal(steps.at(-1)?.to, null)
  assert.deepEqual(
    worstOf([item(50), item(100), item(220), item(90)], 2).map(each => each.measured_ms),
    [220, 50],
  )
  assert.deepEqual(sumsOf([]), { count: 0, median_ratio: null, planned_ms: 0, measured_ms: 0 })
})

test('a timer belongs to the nearest occurrence, and each timer counts once', () => {
  const starts = fc.uniqueArray(fc.nat(1000), { minLength: 1, maxLength: 12 })
  const timers = fc.array(fc.record({ start: fc.nat(1000), ms: fc.integer({ min: 1, max: 50 }) }))
  fc.assert(
    fc.property(starts, timers, (plans, linked) => {
      const occurrences = plans.map(start => ({ start, planned_ms: 10, tag_ids: [] }))
      const measured = measuredOccurrences('s', occurrences, linked)
      const expected = new Map<number, number>()
      for (const { start, ms } of linked) {
        const [near = 0] = plans.toSorted((a, b) => Math.abs(a - start) - Math.abs(b - start) || a - b)
        expected.set(near, (expected.get(near) ?? 0) + ms)
      }
      assert.deepEqual(new Map(measured.map(each => [each.start, each.measured_ms])), expected)
    }),
  )
  assert.deepEqual(measuredOccurrences('s', [], [{ start: 1, ms: 1 }]), [])
})

test('a streak may have begun before, and lasts until today or yesterday', () => {
  const days = [true, true, false, true, true, true, false]
  const alone = { before: 0, after: 0 }
  const late = (before: number) => ({ before, after: 0 })
  assert.deepEqual(longestRun(days, alone), { days: 3, end: 5 })
  assert.deepEqual(longestRun(days, late(5)), { days: 7, end: 1 })
  assert.deepEqual(longestRun([false, false], late(9)), { days: 0, end: -1 })
  assert.equal(currentRun(days, late(5), 1).days, 7)
  assert.equal(currentRun(days, late(5), 2).days, 7, 'today is not over')
  assert.equal(currentRun(days, late(5), 3).days, 1)
  assert.equal(currentRun(days, late(5), 6).days, 3)
  assert.equal(currentRun([false], late(4), 0).days, 4, 'on the first of January')
  assert.equal(currentRun([false, false], late(4), 1).days, 0)
})

test('a streak over the end of a year is as long in the one year as in the other', () => {
  const year = fc.array(fc.boolean(), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(year, year, year, fc.nat(8), (first, second, third, passed) => {
      const all = [...first, ...second, ...third]
      const start = first.length
      const neighbors = { before: trailingRun(first), after: leadingRun(third) }
      const runs = runsOf(all).filter(run => run.end >= start && run.end - run.days < start + second.length - 1)
      const lengths = runs.map(run => run.days)
      const wanted = Math.max(0, ...lengths)
      assert.equal(longestRun(second, neighbors).days, wanted)
      // The days after today are not active.
      const today = Math.min(start + passed, all.length - 1)
      if (all.slice(today + 1).some(Boolean)) return
      const current = runs.find(run => run.end === today || (run.end === today - 1 && !all[today]))
      const isEmptyStart = today === start && !all[today]
      const expected = current?.days ?? (isEmptyStart ? neighbors.before : 0)
      assert.equal(currentRun(second, neighbors, today - start).days, expected)
    }),
  )
})

function runsOf(days: readonly boolean[]): { days: number; end: number }[] {
  const runs: { days: number; end: number }[] = []
  let length = 0
  for (const [at, active] of days.entries()) {
    length = active ? length + 1 : 0
    if (active && !days[at + 1]) runs.push({ days: length, end: at })
  }
  return runs
}

test('the shares of a group add up to 1, and what is missing reaches the goal of the same total', () => {
  const times = fc.array(fc.tuple(fc.nat(1e9), fc.nat(1e9), fc.double({ min: 0, max: 1, noNaN: true })), {
    minLength: 1,
    maxLength: 8,
  })
  fc.assert(
    fc.property(times, list => {
      const ids = list.map((_, at) => `t${at}`)
      const timesOf = new Map(list.map(([actual, planned], at) => [`t${at}`, { actual, planned }]))
      const ratios = Object.fromEntries(list.map(([, , goal], at) => [`t${at}`, goal]))
      const { times: all, tags } = sharesOf(ids, ratios, timesOf)
      for (const side of ['actual', 'planned'] as const) {
        const shares = tags.map(tag => tag[side].share)
        if (all[side] === 0) assert.ok(shares.every(share => share === null))
        else assert.ok(Math.abs(shares.reduce<number>((sum, share) => sum + (share ?? 0), 0) - 1) < 1e-9)
        for (const tag of tags) {
          assert.ok(tag[side].missing_ms >= 0)
          assert.ok(tag[side].ms + tag[side].missing_ms >= (tag.goal ?? 0) * all[side] - 1e-3)
        }
      }
    }),
  )
})
