import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../scripts/test/properties.ts'
import { parseDate, parseInstant, parseWritten } from './instant.ts'

test('an offset is optional and none means UTC', () => {
  const noon = Date.UTC(2026, 0, 15, 12)
  for (const text of [
    '2026-01-15T12:00:00Z',
    '2026-01-15T12:00:00',
    '2026-01-15T21:00:00+09:00',
    '2026-01-15T12:00',
    '2026-01-15t12:00:00z',
    '2026-01-15T07:00:00-0500',
    '2026-01-15T13:00+01',
  ]) {
    assert.equal(parseInstant(text), noon, text)
  }
})

test('fractions are truncated to milliseconds, not rounded', () => {
  assert.equal(parseInstant('2026-01-15T12:00:00.1239Z'), Date.UTC(2026, 0, 15, 12, 0, 0, 123))
  assert.equal(parseInstant('2026-01-15T12:00:00.5'), Date.UTC(2026, 0, 15, 12, 0, 0, 500))
})

test('anything but a datetime of the years 1900 to 2200 is rejected', () => {
  for (const text of [
    '',
    'now',
    '2026-01-15',
    '2026-02-30T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-01-15T24:00:00Z',
    '2026-01-15T12:60:00Z',
    '2026-01-15T12:00:60Z',
    '0026-01-15T12:00:00Z',
    '1899-12-31T23:59:59Z',
    '2201-01-01T00:00:00Z',
    '1900-01-01T00:00:00+14:00',
    '2200-12-31T23:00:00-12:00',
    '2026-01-15T12:00:00+24:00',
    '2026-01-15T12:00:00 Z',
    '20260115T120000Z',
    ' 2026-01-15T12:00:00Z',
  ]) {
    assert.equal(parseInstant(text), undefined, text)
  }
})

test('parsing the output of Date gives the same instant', () => {
  const from = Date.UTC(1900, 0, 1)
  const to = Date.UTC(2200, 11, 31)
  fc.assert(
    fc.property(fc.integer({ min: from, max: to }), ms => parseInstant(new Date(ms).toISOString()) === ms),
  )
})

test('the years are those of the instant, so that what was accepted can be written in UTC', () => {
  const first = Date.UTC(1900, 0, 1)
  assert.equal(parseInstant('1900-01-01T09:00:00+09:00'), first)
  assert.equal(parseInstant('1899-12-31T19:00:00-05:00'), first)
  assert.equal(parseInstant('2201-01-01T08:59:59+09:00'), Date.UTC(2201, 0, 1) - 1000)
  assert.equal(parseWritten('1900-01-01T00:00:00+09:00'), first - 9 * 3_600_000)
  assert.equal(parseWritten('1899-12-31T23:59:59Z'), undefined)
})

test('dates are real dates', () => {
  assert.equal(parseDate('2024-02-29'), Date.UTC(2024, 1, 29))
  assert.equal(parseDate('2026-02-29'), undefined)
  assert.equal(parseDate('2026-1-1'), undefined)
})
