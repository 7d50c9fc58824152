import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TimePart, TimeRow } from '@daymark/contract/reports/time'
import fc from '../../../../scripts/test/properties.ts'
import { axisOf } from './axis.ts'
import { layoutBars, OTHERS, previousLine, SIDES, type Side } from './bars.ts'

const HOUR = 3600
const dayOf = (day: number) => `2026-11-${String(day + 1).padStart(2, '0')}T00:00:00+01:00`
const amount = (sum_seconds: number) => ({ sum_seconds, wall_seconds: sum_seconds, count: 1 })

type Amounts = [actual: number, planned: number][]
const sumOf = (amounts: Amounts, at: 0 | 1) => amounts.reduce((sum, each) => sum + each[at], 0)
const bucketsOf = (amounts: Amounts) =>
  amounts.map(([actual_seconds, planned_seconds], day) => ({
    ...{ start: dayOf(day), actual_seconds, planned_seconds },
  }))
const row = (key: string, amounts: Amounts): TimeRow => ({
  ...{ key, title: key, color: '#2563B8' },
  ...{ actual: amount(sumOf(amounts, 0)), planned: amount(sumOf(amounts, 1)), buckets: bucketsOf(amounts) },
})
const part = (totals: Amounts, rows: TimeRow[]): Pick<TimePart, 'rows' | 'totals'> => ({
  rows,
  totals: {
    ...{ actual: amount(sumOf(totals, 0)), planned: amount(sumOf(totals, 1)) },
    buckets: bucketsOf(totals),
  },
})

const heightOf = (segments: { side: Side; height: number }[], side: Side) =>
  segments.filter(each => each.side === side).reduce((sum, { height }) => sum + height, 0)

test('a bar is as high as the total of its bucket, also if rows overlap', () => {
  const both: Amounts = [
    [2 * HOUR, HOUR],
    [HOUR, 0],
  ]
  const { axis, columns } = layoutBars(part(both, [row('a', both), row('b', both)]))
  assert.equal(axis.max, 2 * HOUR)
  assert.deepEqual(
    columns.map(({ segments }) => SIDES.map(side => heightOf(segments, side))),
    [
      [50, 100],
      [0, 50],
    ],
  )
})

test('bars stay inside the chart and inside their column', () => {
  const seconds = fc.integer({ min: 0, max: 90_000 })
  const days = fc.array(fc.tuple(seconds, seconds, seconds, seconds), { minLength: 1, maxLength: 45 })
  fc.assert(
    fc.property(days, list => {
      const a: Amounts = list.map(([actual, planned]) => [actual, planned])
      const b: Amounts = list.map(([, , actual, planned]) => [actual, planned])
      const totals: Amounts = list.map((_, at) => [
        (a[at]?.[0] ?? 0) + (b[at]?.[0] ?? 0),
        (a[at]?.[1] ?? 0) + (b[at]?.[1] ?? 0),
      ])
      const { axis, columns } = layoutBars(part(totals, [row('a', a), row('b', b)]))
      let right = 0
      for (const column of columns) {
        assert.ok(column.x >= right)
        right = column.x + column.width
        assert.ok(right <= 100)
        for (const { x, width, y, height } of column.segments) {
          assert.ok(x >= column.x - 1e-9 && x + width <= right + 1e-9)
          assert.ok(y >= -1e-9 && y + height <= 100 + 1e-9)
        }
        const high = heightOf(column.segments, 'actual')
        assert.ok(Math.abs(high - (column.actual / axis.max) * 100) < 1e-6)
      }
    }),
  )
})

test('rows beyond the most important ones become one layer', () => {
  const hour: Amounts = [[HOUR, 0]]
  const rows = ['a', 'b', 'c', 'd'].map(key => row(key, hour))
  const { layers, columns } = layoutBars(part([[4 * HOUR, 0]], rows), undefined, 2)
  assert.deepEqual(
    layers.map(({ key }) => key),
    ['a', 'b', OTHERS],
  )
  assert.equal(columns[0]?.segments.length, 3)
})

test('the axis has round ticks above every value', () => {
  assert.deepEqual(axisOf(0), { max: 60, ticks: [0, 60] })
  assert.deepEqual(
    axisOf(55 * 60).ticks,
    [0, 15, 30, 45, 60].map(minutes => minutes * 60),
  )
  assert.deepEqual(axisOf(7.2 * HOUR), { max: 8 * HOUR, ticks: [0, 2, 4, 6, 8].map(each => each * HOUR) })
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1e8, noNaN: true }), most => {
      const { max, ticks } = axisOf(most)
      assert.ok(max >= most && ticks.at(-1) === max && ticks.length <= 6)
    }),
  )
})

test('the line of the previous period needs one', () => {
  const days: Amounts = [
    [HOUR, 0],
    [2 * HOUR, 0],
  ]
  const shown = part(days, [row('a', days)])
  assert.equal(previousLine(undefined, layoutBars(shown)), '')
  assert.match(previousLine(shown, layoutBars(shown, shown)), /^M[\d.,L]+$/)
})
