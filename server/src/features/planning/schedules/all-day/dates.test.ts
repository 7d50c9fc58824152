import assert from 'node:assert/strict'
import { test } from 'node:test'
import { overlaps } from '@daymark/recurrence/occurrence'
import fc from '../../../../../../scripts/test/properties.ts'
import { findZone, naiveUtc, startOfDay, utc, type Zone } from '../../../../platform/kernel/time/zone.ts'
import { dateAt, dateText, startOfDate, startOfDateText, windowOfDates } from './dates.ts'

const DAY = 86_400_000
const HOUR = 3_600_000
/** Includes zones with skipped or repeated midnights, with a skipped date, and with offsets from -11 to +14 hours. */
const ZONES = [
  ...[
    'UTC',
    'Pacific/Kiritimati',
    'Pacific/Honolulu',
    'Pacific/Pago_Pago',
    'Asia/Kathmandu',
    '+05:45',
    '-11:00',
  ],
  ...[
    'Africa/Cairo',
    'Asia/Beirut',
    'America/Havana',
    'America/St_Johns',
    'America/New_York',
    'Australia/Lord_Howe',
  ],
  ...['Pacific/Apia', 'America/Sao_Paulo', 'Asia/Tehran', 'Antarctica/Troll'],
]
const zones = fc.constantFrom(...ZONES).map(name => findZone(name) as Zone)
const dates = fc.integer({ min: 0, max: 150 * 365 }).map(days => Date.UTC(1950, 0, 1) + days * DAY)
const SKIPPED = '2011-12-30'

test('a date begins at the first instant of that date, in every zone', () => {
  fc.assert(
    fc.property(zones, dates, (zone, date) => {
      const begins = startOfDate(date, zone)
      assert.equal(begins, startOfDay(dateText(date), zone))
      if (zone.name === 'Pacific/Apia' && dateText(date) === SKIPPED) return
      assert.equal(dateAt(begins, zone), date)
      assert.equal(zone.format(begins).slice(0, 10), dateText(date))
    }),
  )
})

test('a socket without a zone sees midnights of UTC', () => {
  const date = Date.UTC(2026, 10, 20)
  assert.equal(startOfDate(date, naiveUtc), date)
  assert.equal(naiveUtc.format(startOfDate(date, naiveUtc)), '2026-11-20T00:00:00')
  assert.equal(utc.format(startOfDate(date, utc)), '2026-11-20T00:00:00Z')
})

test('dates overlap the window of dates exactly if they overlap the window of instants', () => {
  const hours = fc.integer({ min: -80, max: 80 })
  fc.assert(
    fc.property(
      zones,
      dates,
      fc.integer({ min: 1, max: 4 }),
      hours,
      fc.nat(60),
      (zone, date, days, shift, length) => {
        const end = date + days * DAY
        const from = date + shift * HOUR
        const window = { from, to: from + (length + 1) * HOUR }
        const begins = startOfDate(date, zone)
        const ends = startOfDate(end, zone)
        if (begins === ends) return
        assert.equal(
          overlaps({ start_time: date, end_time: end }, windowOfDates(window, zone)),
          overlaps({ start_time: begins, end_time: ends }, window),
        )
      },
    ),
  )
})

test('a date begins at 00:00 also where old offsets have seconds', () => {
  const text = (name: string, date: number) => startOfDateText(date, findZone(name) as Zone)
  const old = Date.UTC(1900, 0, 1)
  assert.deepEqual(
    ['Asia/Seoul', 'Europe/Moscow', 'Asia/Kolkata', 'UTC', 'Europe/Berlin'].map(name => text(name, old)),
    [
      ...['1900-01-01T00:00:00+08:28', '1900-01-01T00:00:00+02:30', '1900-01-01T00:00:00+05:21'],
      ...['1900-01-01T00:00:00Z', '1900-01-01T00:00:00+01:00'],
    ],
  )
  // Where the clocks skip midnight, the date begins later.
  assert.equal(text('America/Havana', Date.UTC(2026, 2, 8)), '2026-03-08T01:00:00-04:00')
})
