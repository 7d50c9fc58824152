// Compares a zone's offset table with Temporal, instant by instant.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../scripts/test/properties.ts'
import {
  gapsBetween,
  toInstant,
  toInstantOrAfterGap,
  toInstantOrBeforeGap,
  toLocal,
  zoneOffsets,
} from './zone-offsets.ts'

const ZONES = [
  'America/New_York',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Africa/Casablanca',
  'Asia/Seoul',
  'UTC',
  '+05:30',
]
const zones = fc.constantFrom(...ZONES)
const instants = fc.integer({ min: Date.UTC(1900, 0, 1), max: Date.UTC(2200, 11, 31) })
const localOf = (text: string) => Date.parse(`${text}Z`)

test('local times agree with Temporal', () => {
  fc.assert(
    fc.property(zones, instants, (zone, instant) => {
      const local = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDateTime()
      assert.equal(toLocal(zoneOffsets(zone), instant), local.toZonedDateTime('UTC').epochMilliseconds)
    }),
    { numRuns: 2_000 },
  )
})

test('instants of local times agree with Temporal: the first of two, none in a gap', () => {
  const aroundTransitions = fc
    .tuple(zones, instants, fc.integer({ min: -90, max: 90 }))
    .map(([zone, instant, minutes]) => {
      const next = Temporal.Instant.fromEpochMilliseconds(instant)
        .toZonedDateTimeISO(zone)
        .getTimeZoneTransition('next')
      return {
        zone,
        local: toLocal(zoneOffsets(zone), next?.epochMilliseconds ?? instant) + minutes * 60_000,
      }
    })
  fc.assert(
    fc.property(aroundTransitions, ({ zone, local }) => {
      const clock = Temporal.Instant.fromEpochMilliseconds(local).toZonedDateTimeISO('UTC').toPlainDateTime()
      const earlier = clock.toZonedDateTime(zone, { disambiguation: 'earlier' })
      const exists = earlier.toPlainDateTime().equals(clock)
      const table = zoneOffsets(zone)
      assert.equal(toInstant(table, local), exists ? earlier.epochMilliseconds : null)
      const later = clock.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds
      assert.equal(toInstantOrAfterGap(table, local), later)
    }),
    { numRuns: 2_000 },
  )
})

test('the moment before a gap is the last one before it', () => {
  const table = zoneOffsets('America/New_York')
  assert.equal(toInstantOrBeforeGap(table, localOf('2026-03-08T02:30')), Date.UTC(2026, 2, 8, 7) - 1)
})

test('gaps are found by local time', () => {
  const table = zoneOffsets('America/New_York')
  const found = gapsBetween(table, localOf('2026-01-01'), localOf('2027-01-01'))
  assert.deepEqual(found, [{ from: localOf('2026-03-08T02:00'), to: localOf('2026-03-08T03:00') }])
  assert.deepEqual(gapsBetween(table, localOf('2026-03-08T02:30'), localOf('2026-03-08T02:40')), found)
  assert.deepEqual(gapsBetween(table, localOf('2026-03-08T03:00'), localOf('2026-10-01')), [])
})
