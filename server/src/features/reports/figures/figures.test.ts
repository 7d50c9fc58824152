import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../../../scripts/test/properties.ts'
import { type MeasuredItem, median, Ratios } from './accuracy.ts'
import { sharesOf } from './goals.ts'
import { LinkedTimes } from './linked-time.ts'
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

const ratiosOf = (items: readonly MeasuredItem[]): Ratios => {
  const ratios = new Ratios()
  for (const each of items) ratios.add(each)
  return ratios
}

test('every ratio is in exactly one step, and half of the plan is as bad as twice the plan', () => {
  const { distribution } = ratiosOf([1, 25, 89, 90, 110, 200, 1000].map(ms => item(ms)))
  assert.deepEqual(
    distribution.map(step => step.count),
    [1, 1, 0, 1, 1, 1, 0, 0, 2],
  )
  assert.equal(distribution.at(-1)?.to, null)
  const { worst } = ratiosOf([item(50), item(100), item(220), item(90)])
  assert.deepEqual(
    worst.map(each => each.measured_ms),
    [220, 50, 90, 100],
  )
  assert.deepEqual(ratiosOf([]).sums(), { count: 0, median_ratio: null, planned_ms: 0, measured_ms: 0 })
})

test('the ten worst items are the first of all, sorted', () => {
  const one = fc.record({ ms: fc.integer({ min: 1, max: 400 }), start: fc.nat(5) })
  fc.assert(
    fc.property(fc.array(one, { maxLength: 40 }), list => {
      const items = list.map(({ ms, start }, at) => ({ ...item(ms), id: String(at + 100), start }))
      const far = ({ measured_ms }: MeasuredItem) => Math.abs(Math.log(measured_ms / 100))
      const sorted = items.toSorted((a, b) => far(b) - far(a) || a.start - b.start || (a.id < b.id ? -1 : 1))
      assert.deepEqual(ratiosOf(items).worst, sorted.slice(0, 10))
    }),
  )
})

test('a timer belongs to the nearest occurrence, and each timer counts once', () => {
  const starts = fc.uniqueArray(fc.nat(1000), { minLength: 1, maxLength: 12 })
  const timers = fc.array(fc.record({ start: fc.nat(1000), ms: fc.integer({ min: 1, max: 50 }) }))
  fc.assert(
    fc.property(starts, timers, (plans, times) => {
      const linked = new LinkedTimes()
      for (const each of times) linked.addTimer('s', each)
      for (const start of plans) linked.addOccurrence('s', { start, planned_ms: 10, tag_ids: [] })
      const measured: MeasuredItem[] = []
      for (const _ of linked.measured(each => measured.push(each)));
      const expected = new Map<number, number>()
      for (const { start, ms } of times) {
        const [near = 0] = plans.toSorted((a, b) => Math.abs(a - start) - Math.abs(b - start) || a - b)
        expected.set(near, (expected.get(near) ?? 0) + ms)
      }
      assert.deepEqual(new Map(measured.map(each => [each.start, each.measured_ms])), expected)
    }),
  )
})

test('linked timers and occurrences have a limit, and are compared in steps', () => {
  const linked = new LinkedTimes(6)
  for (let n = 0; n < 3; n++) linked.addTimer('s', { start: n, ms: 1 })
  assert.equal(linked.hasTimers('other'), false)
  for (let n = 0; n < 3; n++) linked.addOccurrence('s', { start: n, planned_ms: 1, tag_ids: [] })
  assert.throws(() => linked.addTimer('s', { start: 9, ms: 1 }), /end_date must be earlier/)
  assert.equal([...linked.measured(() => {})].length, 6)
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
      const runs = runsOf(all).filter(
        run => run.end >= start && run.end - run.days < start + second.length - 1,
      )
      const lengths = runs.map(run => run.days)
      const wanted = Math.max(0, ...lengths)
      assert.equal(longestRun(second, neighbors).days, wanted)
      // Days after today are not active.
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
      const { times: all, tags } = sharesOf(ids, { ratios, hours: new Map() }, timesOf)
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
