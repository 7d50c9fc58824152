import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listHolidays } from '../holidays.ts'
import { datedRules, LUNAR_YEARS, type LunarCalendar, lunarDate } from './lunar.ts'
import { nearestNewMoon } from './new-moon.ts'

const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1)

function* years(first: number, last: number) {
  for (let year = first; year <= last; year++) yield year
}

/** Returns the date of the new moon at the UTC offset of the calendar. */
function newMoonDay(near: string, offset: string): string {
  const newMoon = nearestNewMoon(Temporal.PlainDate.from(near).toZonedDateTime(offset).epochMilliseconds)
  return Temporal.Instant.fromEpochMilliseconds(Math.floor(newMoon))
    .toZonedDateTimeISO(offset)
    .toPlainDate()
    .toString()
}

describe('lunar dates', () => {
  it('start months on the day of the new moon at the meridian of the calendar', () => {
    const places: [LunarCalendar, string][] = [
      ['chinese', '+08:00'],
      ['korean', '+09:00'],
      ['vietnamese', '+07:00'],
    ]
    for (const [calendar, offset] of places) {
      for (const year of years(LUNAR_YEARS.first, LUNAR_YEARS.last)) {
        for (const month of MONTHS) {
          const start = lunarDate(calendar, year, month, 1)
          assert.equal(start, newMoonDay(start, offset), `${calendar} ${year}-${month}`)
        }
      }
    }
  })

  it('agree with the Korean calendar of ICU on the festivals of a century', () => {
    const format = new Intl.DateTimeFormat('en-u-ca-dangi', {
      timeZone: 'UTC',
      month: 'numeric',
      day: 'numeric',
    })
    for (const year of years(2000, 2100)) {
      for (const [month, day] of [
        [1, 1],
        [4, 8],
        [8, 15],
      ] as const) {
        const date = lunarDate('korean', year, month, day)
        assert.equal(format.format(new Date(date)), `${month}/${day}`, date)
      }
    }
  })

  it('include the new years that Vietnam has a day before China', () => {
    const apart = [...years(1990, 2100)].filter(
      year => lunarDate('vietnamese', year, 1, 1) !== lunarDate('chinese', year, 1, 1),
    )
    assert.deepEqual(apart, [2007, 2030, 2053])
    assert.equal(lunarDate('vietnamese', 2007, 1, 1), '2007-02-17')
    assert.equal(lunarDate('vietnamese', 2030, 1, 1), '2030-02-02')
    assert.equal(lunarDate('chinese', 2030, 1, 1), '2030-02-03')
  })
})

describe('rules with a lunar date', () => {
  it('get the date of the year and keep the rest', () => {
    assert.deepEqual(datedRules('chinese 01-0-01 not on Sunday', 2026), ['2026-02-17 not on Sunday'])
    assert.deepEqual(datedRules('1 day before vietnamese 1-0-1 P5D', 2030), ['1 day before 2030-02-02 P5D'])
    assert.deepEqual(datedRules('chinese 01-0-00', 2026), ['2026-02-16'])
    assert.deepEqual(datedRules('chinese 5-01 solarterm', 2026), ['chinese 5-01 solarterm'])
  })

  it('may occur never or twice in a year', () => {
    const eleventh = [...years(2000, 2050)].map(year => datedRules('chinese 11-0-15', year).length)
    assert.deepEqual(new Set(eleventh), new Set([0, 1, 2]))
    assert.deepEqual(datedRules('vietnamese 12-0-23', 2040), ['2040-02-05'])
  })

  const festivals: [string, string, string[]][] = [
    ['CN', 'Mid-Autumn Festival', ['2033-09-08', '2039-10-02']],
    ['TW', 'Double Ninth Festival', ['2033-10-01', '2039-10-26']],
    ['HK', 'The day following the Chinese Mid-Autumn Festival', ['2033-09-09', '2039-10-03']],
    ['VN', 'Hung Kings Commemorations', ['2033-04-09', '2050-04-01']],
    ['SG', 'Chinese New Year', ['2026-02-17', '2026-02-18', '2027-02-06', '2027-02-07']],
    ['MY', 'Chinese New Year', ['2026-02-17', '2026-02-18', '2027-02-06', '2027-02-07']],
    ['KR', 'Korean Thanksgiving', ['2033-09-07', '2033-09-08', '2033-09-09']],
  ]
  for (const [country, name, dates] of festivals) {
    it(`are correct for ${name} in ${country}`, async () => {
      const wanted = [...new Set(dates.map(date => date.slice(0, 4)))]
      const found: string[] = []
      for (const year of wanted) {
        const answer = await listHolidays({ country, from: `${year}-01-01`, to: `${year}-12-31`, lang: 'en' })
        assert.ok('holidays' in answer)
        found.push(...answer.holidays.filter(holiday => holiday.name === name).map(({ date }) => date))
      }
      assert.deepEqual(found, dates)
    })
  }
})
