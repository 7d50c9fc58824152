import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../../../scripts/test/properties.ts'
import { findZone, naiveUtc, resolveBound, resolveInclusiveEnd, utc, type Zone } from './zone.ts'

const TEN = Date.UTC(2026, 0, 15, 10)

function zone(name: string): Zone {
  const found = findZone(name)
  assert.ok(found, name)
  return found
}

test('the documented formats', () => {
  assert.equal(utc.format(TEN), '2026-01-15T10:00:00Z')
  assert.equal(naiveUtc.format(TEN), '2026-01-15T10:00:00')
  assert.equal(zone('Asia/Seoul').format(TEN), '2026-01-15T19:00:00+09:00')
  assert.equal(zone('-03:30').format(TEN), '2026-01-15T06:30:00-03:30')
  assert.equal(zone('utc').format(TEN), '2026-01-15T10:00:00Z')
})

test('the fraction is written only when it is not zero, with three digits', () => {
  assert.equal(utc.format(TEN + 120), '2026-01-15T10:00:00.120Z')
  assert.equal(zone('Asia/Seoul').format(TEN + 1), '2026-01-15T19:00:00.001+09:00')
})

test('unknown zones are refused', () => {
  for (const name of ['', 'Mars/Olympus', '+9', '+09', '+0900', '+25:00', 'UTC+9', '09:00', 'Asia/Seoul ']) {
    assert.equal(findZone(name), undefined, name)
  }
})

test('texts agree with Temporal, even when zones alternate around DST changes', () => {
  const names = [
    'America/New_York',
    'Europe/Berlin',
    'America/St_Johns',
    'Australia/Lord_Howe',
    'Asia/Seoul',
    'Africa/Casablanca',
  ]
  fc.assert(
    fc.property(
      fc.constantFrom(...names),
      fc.integer({ min: Date.UTC(1975, 0), max: Date.UTC(2100, 0) }),
      (name, ms) => {
        const expected = Temporal.Instant.fromEpochMilliseconds(ms)
          .toZonedDateTimeISO(name)
          .toString({ timeZoneName: 'never', fractionalSecondDigits: 3 })
          .replace('.000', '')
        assert.equal(zone(name).format(ms), expected)
      },
    ),
    { numRuns: 2000 },
  )
})

test('the instant of a DST change and its neighbors', () => {
  const spring = Date.UTC(2026, 2, 8, 7)
  const newYork = zone('America/New_York')
  assert.equal(newYork.format(spring - 1), '2026-03-08T01:59:59.999-05:00')
  assert.equal(newYork.format(spring), '2026-03-08T03:00:00-04:00')
  assert.equal(newYork.format(spring - 1), '2026-03-08T01:59:59.999-05:00')
})

test('bounds of ranges are midnights of the zone', () => {
  assert.equal(resolveBound('2026-01-15', zone('Asia/Seoul'), 'start_date'), Date.UTC(2026, 0, 14, 15))
  assert.equal(resolveBound('2026-01-15T10:00:00', zone('Asia/Seoul'), 'start_date'), TEN)
  assert.equal(
    resolveInclusiveEnd('2026-03-08', zone('America/New_York'), 'end_date'),
    Date.UTC(2026, 2, 9, 4) - 1,
  )
})

test('UTC agrees with Date in all years that the contract accepts', () => {
  const [first, last] = [Date.UTC(1900, 0, 1), Date.UTC(2200, 11, 31, 23, 59, 59, 999)]
  fc.assert(
    fc.property(fc.integer({ min: first, max: last }), fc.boolean(), (ms, whole) => {
      const at = whole ? ms - (ms % 1000) : ms
      const text = new Date(at).toISOString().replace('.000Z', 'Z')
      assert.equal(utc.format(at), text)
      assert.equal(`${naiveUtc.format(at)}Z`, text)
    }),
    { numRuns: 2_000 },
  )
})
