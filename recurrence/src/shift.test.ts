import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc, { runs } from '../../scripts/test/properties.ts'
import { ruleText } from '../test/recurrence-rules.ts'
import { at, seriesFrom, shown } from '../test/series.ts'
import type { Series } from './occurrence.ts'
import { firstStarts, isOccurrence } from './recurrence.ts'
import { shiftSeries } from './shift.ts'

const HOUR = 3_600_000
const COUNT = runs(300)

const move = (series: Series, from: string, to: string) =>
  shiftSeries(series, at(from), { start_time: at(to), end_time: at(to) + HOUR })

test('a move to the second of two equal local times is refused with the reason', () => {
  // In New York, clocks are set back from 02:00 to 01:00 on 2026-11-01.
  const series = seriesFrom('2026-10-30T09:00', 'FREQ=DAILY')
  const moveTo = (start_time: number) =>
    shiftSeries(series, at('2026-11-01T09:00'), { start_time, end_time: start_time + HOUR })
  const first = at('2026-11-01T01:30')
  const refused = moveTo(first + HOUR)
  assert.ok(!refused.ok && /occurs twice.*Choose the first one/.test(refused.message))
  assert.ok(moveTo(first).ok)
})

describe('the series follows', () => {
  test('by local time, from an occurrence on the other side of a DST change', () => {
    const shift = move(
      seriesFrom('2026-02-02T09:00', 'FREQ=WEEKLY;BYDAY=MO'),
      '2026-07-06T09:00',
      '2026-07-06T10:30',
    )
    assert.ok(shift.ok)
    assert.equal(shown(shift.series.start_time), '2026-02-02T10:30')
    assert.equal(shift.series.end_time - shift.series.start_time, HOUR)
  })

  test('by local time, when an occurrence is moved over a DST change', () => {
    const shift = move(
      seriesFrom('2026-02-07T09:00', 'FREQ=WEEKLY;BYDAY=SA'),
      '2026-03-07T09:00',
      '2026-03-08T09:00',
    )
    assert.ok(shift.ok)
    assert.deepEqual(
      firstStarts(shift.series, 2).map(start => shown(start)),
      ['2026-02-08T09:00', '2026-02-15T09:00'],
    )
  })

  test('not beyond the calendar', () => {
    const shift = move(seriesFrom('2150-02-07T09:00', 'FREQ=WEEKLY'), '2150-02-07T09:00', '2201-01-03T09:00')
    assert.ok(!shift.ok)
    assert.match(shift.message, /years 1900 to 2200/)
  })

  test('in its duration only, even if the start is the second of two equal local times', () => {
    const usual = seriesFrom('2026-11-01T01:30', 'FREQ=DAILY')
    const series = { ...usual, start_time: usual.start_time + HOUR, end_time: usual.end_time + HOUR }
    const next = at('2026-11-02T01:30')
    const shift = shiftSeries(series, next, { start_time: next, end_time: next + 5 })
    assert.deepEqual(shift, { ok: true, series: { ...series, end_time: series.start_time + 5 } })
  })

  test('in its duration only, with the rule unchanged', () => {
    const series = seriesFrom('2026-03-02T09:00', 'FREQ=MONTHLY;BYDAY=1MO')
    const shift = shiftSeries(series, series.start_time, {
      start_time: series.start_time,
      end_time: series.start_time + 5,
    })
    assert.deepEqual(shift, { ok: true, series: { ...series, end_time: series.start_time + 5 } })
  })

  test('without losing or gaining an occurrence, if a rule of days and weeks can follow', () => {
    const end = fc.constantFrom('', 'COUNT=25', 'UNTIL=20260601', 'UNTIL=20260601T150000Z')
    const rules = ruleText({ end }).filter(
      text => /HOURLY|DAILY|WEEKLY/.test(text) && !/BYMONTH|BYYEARDAY/.test(text),
    )
    const minutes = fc.oneof(
      fc.integer({ min: -3_000, max: 3_000 }),
      fc.constantFrom(-2880, -1440, 60, 1440, 4320),
    )
    let followed = 0
    const property = fc.property(rules, minutes, fc.nat(5), fc.boolean(), (rule, by, index, ends) => {
      const utc = { zone: 'UTC', ...(ends ? { end: '2026-05-05T05:05' } : {}) }
      const series = seriesFrom('2026-01-31T09:30', rule, utc)
      const before = firstStarts(series, 60)
      const from = before[index % before.length] ?? 0
      const start_time = from + by * 60_000
      const shift = shiftSeries(series, from, { start_time, end_time: start_time })
      if (!shift.ok) return
      followed++
      assert.deepEqual(
        firstStarts(shift.series, 60),
        before.map(start => start + by * 60_000),
      )
    })
    fc.assert(property, { numRuns: COUNT })
    assert.ok(followed > COUNT / 3, `only ${followed} of ${COUNT} rules followed`)
  })

  test('so that the moved occurrence has the requested times, for any rule', () => {
    const property = fc.property(
      ruleText(),
      fc.integer({ min: -40, max: 40 }),
      fc.nat(5),
      (rule, hours, index) => {
        const series = seriesFrom('2026-01-31T09:30', rule)
        const starts = firstStarts(series, 6)
        const from = starts[index % starts.length] ?? 0
        const start_time = from + hours * HOUR
        const shift = shiftSeries(series, from, { start_time, end_time: start_time })
        if (shift.ok) assert.ok(isOccurrence(shift.series, start_time))
        else assert.match(shift.message, /cannot follow this move|occurs twice/)
      },
    )
    fc.assert(property, { numRuns: COUNT })
  })
})
