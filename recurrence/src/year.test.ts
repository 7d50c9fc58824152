// Compares every year's calendar tables with Temporal.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixed } from '../../scripts/test/properties.ts'
import { seriesFrom, shown } from '../test/series.ts'
import { firstStarts } from './recurrence.ts'
import { DAY_MS, monthDayAt, weekdayOf, yearAt, yearOf } from './year.ts'

const EVERY_DAY = 'BYDAY=MO,TU,WE,TH,FR,SA,SU'
const FIRST = Temporal.PlainDate.from('1900-01-01')

/**
 * The tables depend only on a year's first weekday, and on whether the year or a neighboring year is a leap year. So
 * even the 30 years in a quick run cover all tables.
 */
const LAST_YEAR = 1900 + fixed(300)

function everyDay(): Temporal.PlainDate[] {
  const days: Temporal.PlainDate[] = []
  for (let day = FIRST; day.year <= LAST_YEAR; day = day.add({ days: 1 })) days.push(day)
  return days
}

const DAYS = everyDay()
const isLastWeek = (day: Temporal.PlainDate) => day.add({ days: 7 }).weekOfYear === 1

test('year, month, day and weekday of every day', () => {
  const first = FIRST.toZonedDateTime('UTC').epochMilliseconds / DAY_MS
  const wrong: string[] = []
  for (const [index, day] of DAYS.entries()) {
    const year = yearOf(first + index)
    const {
      month,
      day: ofMonth,
      month_length,
    } = monthDayAt(yearAt(year), first + index - yearAt(year).first_day)
    const found = [year, month + 1, ofMonth, month_length, weekdayOf(first + index) + 1].join()
    const expected = [day.year, day.month, day.day, day.daysInMonth, day.dayOfWeek].join()
    if (found !== expected) wrong.push(`${found} instead of ${expected}`)
  }
  assert.deepEqual(wrong, [])
})

const WEEKS: [list: string, belongs: (day: Temporal.PlainDate) => boolean][] = [
  ['1', day => day.weekOfYear === 1],
  ['53', day => day.weekOfYear === 53],
  ['-1', isLastWeek],
  ['-53', day => day.weekOfYear === 1 && isLastWeek(day.add({ days: 52 * 7 }))],
  ['10,52', day => day.weekOfYear === 10 || day.weekOfYear === 52],
]

for (const [list, belongs] of WEEKS) {
  test(`week ${list} of every year`, () => {
    const series = seriesFrom('1900-01-01T12:00', `FREQ=YEARLY;BYWEEKNO=${list};${EVERY_DAY}`, {
      zone: 'UTC',
    })
    const found = firstStarts(series, 10_000)
      .map(start => shown(start, 'UTC').slice(0, 10))
      .filter(day => Number(day.slice(0, 4)) <= LAST_YEAR)
    const expected = DAYS.filter((day, index) => index === 0 || belongs(day)).map(String)
    assert.deepEqual(found, expected)
  })
}

test('the calendar ends with 2200, even for a week that does not', () => {
  const rule = 'FREQ=WEEKLY;BYDAY=MO,SA;BYSETPOS=1,2'
  const series = seriesFrom('2200-12-22T09:00', rule, { zone: 'Pacific/Kiritimati' })
  const found = firstStarts(series, 9).map(start => shown(start, 'Pacific/Kiritimati'))
  assert.deepEqual(found, ['2200-12-22T09:00', '2200-12-27T09:00', '2200-12-29T09:00'])
})
