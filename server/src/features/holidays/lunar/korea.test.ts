import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { koreanDays } from './korea.ts'

/** Days off in the yearly almanacs, including elections and decreed holidays that were added later. */
const ALMANACS: Readonly<Record<number, string>> = {
  2018: '01-01 02-15 02-16 02-17 03-01 05-05 05-07 05-22 06-06 06-13 08-15 09-23 09-24 09-25 09-26 10-03 10-09 12-25',
  2019: '01-01 02-04 02-05 02-06 03-01 05-05 05-06 05-12 06-06 08-15 09-12 09-13 09-14 10-03 10-09 12-25',
  2020: '01-01 01-24 01-25 01-26 01-27 03-01 04-15 04-30 05-05 06-06 08-15 08-17 09-30 10-01 10-02 10-03 10-09 12-25',
  2021: '01-01 02-11 02-12 02-13 03-01 05-05 05-19 06-06 08-15 08-16 09-20 09-21 09-22 10-03 10-04 10-09 10-11 12-25',
  2022: '01-01 01-31 02-01 02-02 03-01 03-09 05-05 05-08 06-01 06-06 08-15 09-09 09-10 09-11 09-12 10-03 10-09 10-10 12-25',
  2023: '01-01 01-21 01-22 01-23 01-24 03-01 05-05 05-27 05-29 06-06 08-15 09-28 09-29 09-30 10-02 10-03 10-09 12-25',
  2024: '01-01 02-09 02-10 02-11 02-12 03-01 04-10 05-05 05-06 05-15 06-06 08-15 09-16 09-17 09-18 10-01 10-03 10-09 12-25',
  2025: '01-01 01-27 01-28 01-29 01-30 03-01 03-03 05-05 05-06 06-03 06-06 08-15 10-03 10-05 10-06 10-07 10-08 10-09 12-25',
  2026: '01-01 02-16 02-17 02-18 03-01 03-02 05-01 05-05 05-24 05-25 06-03 06-06 07-17 08-15 08-17 09-24 09-25 09-26 10-03 10-05 10-09 12-25',
  2027: '01-01 02-06 02-07 02-08 02-09 03-01 05-01 05-03 05-05 05-13 06-06 07-17 07-19 08-15 08-16 09-14 09-15 09-16 10-03 10-04 10-09 10-11 12-25 12-27',
}

const substitutesOf = (year: number) =>
  koreanDays(year)
    .filter(day => day.substitute)
    .map(day => `${day.date.slice(5)} ${day.name.en}`)

const typeOf = (year: number, day: string) =>
  koreanDays(year).find(({ date }) => date === `${year}-${day}`)?.type

describe('Korean holidays', () => {
  for (const [year, days] of Object.entries(ALMANACS)) {
    it(`equal the almanac of ${year}`, () => {
      const off = koreanDays(Number(year)).filter(day => day.type === 'public')
      assert.deepEqual([...new Set(off.map(({ date }) => date.slice(5)))].join(' '), days)
    })
  }

  it('follow the law of their time', () => {
    assert.deepEqual(
      [2007, 2008, 2025, 2026].map(year => typeOf(year, '07-17')),
      ['public', 'observance', 'observance', 'public'],
    )
    assert.deepEqual(
      [2012, 2013].map(year => typeOf(year, '10-09')),
      ['observance', 'public'],
    )
    assert.deepEqual(
      [2005, 2006].map(year => typeOf(year, '04-05')),
      ['public', 'observance'],
    )
    assert.deepEqual(
      [1993, 1994, 2025, 2026].map(year => typeOf(year, '05-01')),
      [undefined, 'bank', 'bank', 'public'],
    )
  })
})

describe('Korean substitute days', () => {
  it('did not exist before 2014', () => {
    for (let year = 1989; year < 2014; year++) assert.deepEqual(substitutesOf(year), [], String(year))
  })

  it('replace a festival on a Sunday, not on a Saturday', () => {
    assert.deepEqual(substitutesOf(2014), ['09-10 Korean Thanksgiving'])
    assert.deepEqual(
      substitutesOf(2021).filter(day => day.includes('New Year')),
      [],
    )
  })

  it('replace two holidays on one weekday only once', () => {
    assert.deepEqual(substitutesOf(2017), ['01-30 Korean New Year', '10-06 Korean Thanksgiving'])
    assert.ok(substitutesOf(2025).includes("05-06 Buddha's Birthday"))
    assert.deepEqual(substitutesOf(2028), ['10-05 Korean Thanksgiving'])
  })

  it('move to the next free day if the first is taken', () => {
    assert.ok(substitutesOf(2036).includes("05-06 Buddha's Birthday"))
    const autumn = substitutesOf(2036).filter(day => day.includes('Thanksgiving'))
    assert.deepEqual(autumn, ['10-06 Korean Thanksgiving', '10-07 Korean Thanksgiving'])
  })

  it('never fall on a weekend or on another holiday', () => {
    for (let year = 2014; year <= 2100; year++) {
      const days = koreanDays(year).filter(day => day.type === 'public')
      for (const { date } of days.filter(day => day.substitute)) {
        assert.ok(Temporal.PlainDate.from(date).dayOfWeek < 6, date)
        assert.equal(days.filter(day => day.date === date).length, 1, date)
      }
    }
  })
})
