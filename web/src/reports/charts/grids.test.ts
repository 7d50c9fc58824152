import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../../scripts/test/properties.ts'
import { addDays } from '../../session/region/zone-time.ts'
import { dayCells, monthStarts, weeksOf } from './heat-map.ts'
import { type Box, nextHit } from './hits.ts'
import { hourCells, shownHours, weekdaysFrom } from './hours.ts'

const yearOf = (year: number, seconds: (day: number) => number = () => 0) =>
  Array.from({ length: year % 4 === 0 ? 366 : 365 }, (_, day) => ({
    ...{ date: addDays(`${year}-01-01`, day), seconds: seconds(day) },
  }))

test('a year has a column for each week and a row for each weekday', () => {
  const cells = dayCells(yearOf(2026), 1)
  // January 1, 2026 is a Thursday.
  assert.deepEqual([cells[0]?.week, cells[0]?.row], [0, 3])
  assert.deepEqual([cells[4]?.week, cells[4]?.row], [1, 0])
  assert.equal(dayCells(yearOf(2026), 0)[0]?.row, 4)
  assert.equal(monthStarts(cells).length, 12)
})

test('every day is in exactly one cell', () => {
  const years = fc.integer({ min: 1972, max: 2200 })
  fc.assert(
    fc.property(years, fc.integer({ min: 0, max: 6 }), (year, firstDay) => {
      const cells = dayCells(yearOf(year), firstDay)
      const weeks = weeksOf(cells)
      assert.equal(new Set(cells.map(({ week, row }) => `${week} ${row}`)).size, cells.length)
      assert.deepEqual(
        weeks.flat().filter(cell => cell !== undefined),
        cells,
      )
      assert.ok(weeks.length >= 53 && weeks.length <= 54)
    }),
    { numRuns: 20 },
  )
})

test('levels grow with the time, and one long day does not hide the others', () => {
  const cells = dayCells(
    yearOf(2026, day => (day === 100 ? 80_000 : (day % 5) * 1800)),
    1,
  )
  assert.deepEqual(
    cells.slice(0, 5).map(({ level }) => level),
    [0, 1, 2, 3, 4],
  )
  assert.equal(cells[100]?.level, 4)
})

test('adds up hours by weekday in local time', () => {
  const bucket = (date: string, actual_seconds: number) => ({
    ...{ start: `${date}T00:00:00+09:00`, actual_seconds, planned_seconds: 0 },
  })
  const none = { sum_seconds: 0, wall_seconds: 0, count: 0 }
  const nine = {
    ...{ key: '9', title: '09:00', color: null, actual: none, planned: none },
    buckets: [bucket('2026-11-16', 600), bucket('2026-11-17', 60), bucket('2026-11-23', 300)],
  }
  const cells = hourCells({ rows: [nine] })
  assert.equal(cells.length, 7 * 24)
  assert.deepEqual(
    cells.filter(({ seconds }) => seconds > 0),
    [
      { weekday: 0, hour: 9, seconds: 900 },
      { weekday: 1, hour: 9, seconds: 60 },
    ],
  )
  assert.deepEqual(shownHours(cells).at(0), 8)
  assert.deepEqual(weekdaysFrom(0), [6, 0, 1, 2, 3, 4, 5])
  assert.deepEqual(weekdaysFrom(1), [0, 1, 2, 3, 4, 5, 6])
})

test('arrow keys move to the neighbor and stop at the edge', () => {
  const grid: Box[] = [0, 1, 2].flatMap(y =>
    [0, 1, 2].map(x => ({ key: `${x}${y}`, x: x * 10, y: y * 10, width: 8, height: 8, label: '' })),
  )
  const move = (at: number, key: string) => nextHit(grid, at, key)
  assert.deepEqual(
    ['ArrowRight', 'ArrowLeft', 'ArrowUp', 'ArrowDown', 'Home', 'End'].map(key => move(4, key)),
    [5, 3, 1, 7, 0, 8],
  )
  assert.equal(move(2, 'ArrowRight'), 2)
  assert.equal(move(4, 'x'), undefined)
})
