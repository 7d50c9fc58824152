import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { at, seriesFrom, shown } from '../test/series.ts'
import type { Series } from './occurrence.ts'
import {
  expand,
  firstStarts,
  isOccurrence,
  lastPossibleStart,
  MAX_OCCURRENCES,
  startAfter,
  startBefore,
} from './recurrence.ts'

const DAY = 86_400_000

function inWindow(series: Series, from: string, to: string): string[] {
  const { timezone } = series
  const { occurrences } = expand(series, { from: at(from, timezone), to: at(to, timezone) })
  return occurrences.map(each => shown(each.start_time, timezone))
}

const first = (series: Series, count: number) =>
  firstStarts(series, count).map(start => shown(start, series.timezone))

describe('a window', () => {
  const daily = seriesFrom('2026-03-01T09:00', 'FREQ=DAILY')

  test('excludes an occurrence that only touches it', () => {
    assert.deepEqual(inWindow(daily, '2026-03-05T10:00', '2026-03-06T09:00'), [])
    assert.deepEqual(inWindow(daily, '2026-03-05T09:59', '2026-03-06T09:01'), [
      '2026-03-05T09:00',
      '2026-03-06T09:00',
    ])
  })

  test('includes an occurrence that began before it, however long ago', () => {
    const long = seriesFrom('2026-03-01T09:00', 'FREQ=WEEKLY', { hours: 24 * 20 })
    assert.deepEqual(inWindow(long, '2026-04-01T00:00', '2026-04-01T01:00'), [
      '2026-03-15T09:00',
      '2026-03-22T09:00',
      '2026-03-29T09:00',
    ])
  })

  test('includes a zero-length occurrence at its instant', () => {
    const moment = seriesFrom('2026-03-01T09:00', 'FREQ=DAILY', { hours: 0 })
    assert.deepEqual(inWindow(moment, '2026-03-05T09:00', '2026-03-06T09:00'), ['2026-03-05T09:00'])
  })

  test('has occurrences of exactly the length of the series, even over a DST change', () => {
    const night = seriesFrom('2026-03-07T22:00', 'FREQ=DAILY;COUNT=2', { hours: 10 })
    const { occurrences } = expand(night, { from: at('2026-03-01T00:00'), to: at('2026-04-01T00:00') })
    assert.deepEqual(
      occurrences.map(each => each.end_time - each.start_time),
      [36_000_000, 36_000_000],
    )
    assert.deepEqual(
      occurrences.map(each => shown(each.end_time)),
      ['2026-03-08T09:00', '2026-03-09T08:00'],
    )
  })

  test('is cut at 10,000, and the next page continues', () => {
    const hourly = seriesFrom('1900-01-01T00:00', 'FREQ=HOURLY', { hours: 24 * 365 * 10, zone: 'UTC' })
    const window = { from: at('2000-01-01T00:00', 'UTC'), to: at('2000-01-02T00:00', 'UTC') }
    const page = expand(hourly, window)
    assert.equal(page.cut, true)
    assert.equal(page.occurrences.length, MAX_OCCURRENCES)
    const last = page.occurrences.at(-1)?.start_time ?? 0
    const next = expand(hourly, window, last + 1)
    assert.equal(next.occurrences[0]?.start_time, last + 3_600_000)
  })

  test('of 400 days has 9,600 occurrences, all of them', () => {
    const hourly = seriesFrom('2016-01-01T00:00', 'FREQ=HOURLY', { zone: 'UTC' })
    const from = at('2026-01-01T00:00', 'UTC')
    const { occurrences, cut } = expand(hourly, { from, to: from + 400 * DAY })
    assert.deepEqual([occurrences.length, cut], [9_600, false])
  })

  test('outside all years is empty', () => {
    for (const year of [1500, 1899, 2201, 9000]) {
      const from = Date.UTC(year, 0, 1)
      assert.deepEqual(expand(daily, { from, to: from + 400 * DAY }), { occurrences: [], cut: false })
    }
  })
})

describe('the start', () => {
  test('is the first occurrence and counts, even if the rule does not match it', () => {
    const series = seriesFrom('2026-03-03T09:00', 'FREQ=WEEKLY;BYDAY=MO;COUNT=3')
    assert.deepEqual(first(series, 9), ['2026-03-03T09:00', '2026-03-09T09:00', '2026-03-16T09:00'])
  })

  test('is the only occurrence of a rule that never matches', () => {
    assert.deepEqual(first(seriesFrom('2026-03-03T09:00', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'), 9), [
      '2026-03-03T09:00',
    ])
  })

  test('keeps its milliseconds in every occurrence', () => {
    const series = seriesFrom('2026-03-03T09:00:30.125', 'FREQ=DAILY;BYHOUR=9,17')
    assert.equal(firstStarts(series, 2).at(-1), at('2026-03-03T17:00:30.125'))
  })

  test('may be the second of an ambiguous local time', () => {
    const second = {
      ...seriesFrom('2026-11-01T01:30', 'FREQ=DAILY'),
      start_time: at('2026-11-01T01:30') + 3_600_000,
    }
    assert.deepEqual(first(second, 2), ['2026-11-01T01:30', '2026-11-02T01:30'])
  })
})

describe('the local clock', () => {
  test('keeps 9:00 at 9:00 across both changes', () => {
    const series = seriesFrom('2026-03-01T09:00', 'FREQ=WEEKLY;BYDAY=SU')
    assert.deepEqual(
      new Set(firstStarts(series, 52).map(start => shown(start).slice(11))),
      new Set(['09:00']),
    )
  })

  test('leaves out a time that does not exist, and does not count it', () => {
    const expected = ['2026-03-07T02:30', '2026-03-09T02:30', '2026-03-10T02:30']
    assert.deepEqual(first(seriesFrom('2026-03-07T02:30', 'FREQ=DAILY;COUNT=3'), 9), expected)
  })

  test('uses the first of an ambiguous local time', () => {
    const [, doubled] = firstStarts(seriesFrom('2026-10-31T01:30', 'FREQ=DAILY'), 2)
    assert.equal(doubled, Date.UTC(2026, 10, 1, 5, 30))
  })

  test('changes by half an hour on Lord Howe', () => {
    const zone = 'Australia/Lord_Howe'
    const series = seriesFrom('2026-10-03T02:15', 'FREQ=DAILY;COUNT=2', { zone })
    assert.deepEqual(first(series, 9), ['2026-10-03T02:15', '2026-10-05T02:15'])
  })

  test('does not let BYSETPOS count times that do not exist', () => {
    const series = seriesFrom('2026-03-07T02:30', 'FREQ=DAILY;BYHOUR=2,3,4;BYSETPOS=1,-1')
    assert.deepEqual(first(series, 5).slice(2), ['2026-03-08T03:30', '2026-03-08T04:30', '2026-03-09T02:30'])
  })

  test('counts the hours of an hourly rule, so that a day of 25 hours has 24', () => {
    const hourly = seriesFrom('2026-11-01T00:00', 'FREQ=HOURLY')
    assert.equal(inWindow(hourly, '2026-11-01T00:00', '2026-11-02T00:00').length, 24)
    const third = seriesFrom('2026-03-07T00:00', 'FREQ=HOURLY;INTERVAL=3')
    assert.deepEqual(inWindow(third, '2026-03-08T00:30', '2026-03-08T10:00'), [
      '2026-03-08T00:00',
      '2026-03-08T03:00',
      '2026-03-08T06:00',
      '2026-03-08T09:00',
    ])
  })

  test('determines the date of an occurrence', () => {
    const seoul = seriesFrom('2026-03-02T08:00', 'FREQ=WEEKLY;BYDAY=MO', { zone: 'Asia/Seoul' })
    assert.deepEqual(first(seoul, 2), ['2026-03-02T08:00', '2026-03-09T08:00'])
  })

  test('skips a whole day where the date line moved', () => {
    const samoa = seriesFrom('2011-12-28T12:00', 'FREQ=DAILY', { zone: 'Pacific/Apia' })
    assert.deepEqual(first(samoa, 3), ['2011-12-28T12:00', '2011-12-29T12:00', '2011-12-31T12:00'])
  })
})

describe('the end', () => {
  test('by UNTIL is inclusive: in UTC, in local time, or for the whole day', () => {
    const last = (until: string) =>
      first(seriesFrom('2026-07-01T20:00', `FREQ=DAILY;UNTIL=${until}`), 99).at(-1)
    assert.equal(last('20260705T000000Z'), '2026-07-04T20:00')
    assert.equal(last('20260704T235959Z'), '2026-07-03T20:00')
    assert.equal(last('20260704T200000'), '2026-07-04T20:00')
    assert.equal(last('20260704T195959'), '2026-07-03T20:00')
    assert.equal(last('20260704'), '2026-07-04T20:00')
  })

  test('by a local UNTIL in a gap excludes all times after the gap', () => {
    const series = seriesFrom('2026-03-07T03:00', 'FREQ=DAILY;UNTIL=20260308T023000')
    assert.deepEqual(first(series, 9), ['2026-03-07T03:00'])
  })

  test('by recurrence_end is inclusive, and the earlier of both wins', () => {
    const endingAt = (end: string) =>
      first(seriesFrom('2026-07-01T20:00', 'FREQ=DAILY;UNTIL=20260704', { end }), 99).length
    assert.deepEqual(['2026-07-02T20:00', '2026-07-02T19:59', '2027-01-01T00:00'].map(endingAt), [2, 1, 4])
  })

  test('is known without expanding', () => {
    assert.equal(lastPossibleStart(seriesFrom('2026-07-01T20:00', 'FREQ=DAILY')), Number.POSITIVE_INFINITY)
    assert.equal(
      lastPossibleStart(seriesFrom('2026-07-01T20:00', 'FREQ=DAILY;COUNT=3')),
      at('2026-07-03T20:00'),
    )
  })
})

test('single lookups in a series with gaps of years work', () => {
  const rare = seriesFrom('2024-02-29T09:00', 'FREQ=YEARLY')
  assert.equal(startBefore(rare, at('2096-02-29T09:00')), at('2092-02-29T09:00'))
  assert.equal(startBefore(rare, rare.start_time), null)
  assert.equal(startAfter(rare, at('2096-02-29T09:00')), at('2104-02-29T09:00'))
  assert.equal(startAfter(rare, at('2024-02-29T08:59')), rare.start_time)
  assert.equal(startAfter({ ...rare, recurrence_rule: 'FREQ=YEARLY;COUNT=2' }, at('2028-02-29T09:00')), null)
  assert.equal(
    startAfter({ ...rare, recurrence_rule: 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30' }, rare.start_time),
    null,
  )
  assert.equal(isOccurrence(rare, at('2100-02-28T09:00')), false)
  assert.equal(isOccurrence(rare, at('2104-02-29T09:00')), true)
})

describe('a rule made to be expensive', () => {
  const HOURS = Array.from({ length: 24 }, (_, hour) => hour).join(',')
  const march = (start: string, rule: string) =>
    inWindow(seriesFrom(start, rule), '2026-03-01T00:00', '2026-04-01T00:00')

  test('COUNT=10000 ends at the right occurrence', () => {
    const series = seriesFrom('1998-10-14T09:00', 'FREQ=DAILY;COUNT=10000')
    assert.deepEqual(inWindow(series, '2026-02-27T00:00', '2026-03-31T00:00'), [
      '2026-02-27T09:00',
      '2026-02-28T09:00',
    ])
  })

  test('from 1900 on', () => {
    assert.equal(march('1900-01-01T09:00', 'FREQ=DAILY').length, 31)
    assert.equal(march('1900-01-01T09:00', `FREQ=DAILY;BYHOUR=${HOURS}`).length, 31 * 24 - 1)
    assert.deepEqual(march('1900-01-01T09:00', 'FREQ=YEARLY;BYWEEKNO=10;BYSETPOS=-1'), ['2026-03-02T09:00'])
  })

  test('with a large interval', () => {
    assert.deepEqual(march('1998-10-28T09:00', 'FREQ=DAILY;INTERVAL=10000'), ['2026-03-15T09:00'])
    assert.deepEqual(march('2026-01-01T09:00', 'FREQ=HOURLY;INTERVAL=1723'), ['2026-03-14T04:00'])
    assert.deepEqual(first(seriesFrom('2026-01-01T09:00', 'FREQ=YEARLY;INTERVAL=10000'), 9), [
      '2026-01-01T09:00',
    ])
  })

  test('that never matches', () => {
    for (const rule of [
      'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30;COUNT=10000',
      `FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30;BYHOUR=${HOURS}`,
      'FREQ=HOURLY;INTERVAL=2;BYHOUR=2,4,6',
      'FREQ=HOURLY;BYMINUTE=30;BYSETPOS=2;COUNT=10000',
      'FREQ=WEEKLY;BYDAY=MO,TU;BYSETPOS=3',
      'FREQ=DAILY;INTERVAL=7;BYDAY=SU',
    ]) {
      assert.deepEqual(first(seriesFrom('1900-01-01T09:00', rule), 2), ['1900-01-01T09:00'], rule)
    }
  })
})
