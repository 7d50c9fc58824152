import assert from 'node:assert/strict'
import { test } from 'node:test'
import { overlaps } from '@daymark/recurrence/occurrence'
import fc from '../../../../scripts/test/properties.ts'
import { findZone, utc, type Zone } from '../../platform/kernel/time/zone.ts'
import { countDays, daysBetween, fitting, placeEvents } from './days.ts'

interface Event {
  name: string
  owner_id: string
  begins_at: number
  ends_at: number
}

const ownerOf = (event: Event) => event.owner_id
const HOUR = 3_600_000
const zone = (name: string): Zone => findZone(name) ?? utc
const event = (name: string, start: string, end: string, owner_id = 'ann'): Event => ({
  name,
  owner_id,
  begins_at: Date.parse(start),
  ends_at: Date.parse(end),
})

function placed(first: string, last: string, where: Zone, ...events: Event[]): Record<string, string[]> {
  const days = daysBetween<Event>(first, last, where)
  placeEvents(days, events)
  return Object.fromEntries(days.map(day => [day.date, day.events.map(each => each.name)]))
}

test('every date of the range has a day, both ends included', () => {
  assert.deepEqual(
    daysBetween('2028-02-28', '2028-03-01', utc).map(day => day.date),
    ['2028-02-28', '2028-02-29', '2028-03-01'],
  )
  assert.equal(countDays('2026-01-01', '2026-01-01'), 1)
  assert.equal(countDays('2026-01-01', '2027-02-04'), 400)
})

test('a day is 23 or 25 hours long when DST changes', () => {
  const hours = (date: string, name: string) => {
    const [day] = daysBetween(date, date, zone(name))
    return ((day?.to ?? 0) - (day?.from ?? 0)) / HOUR
  }
  assert.equal(hours('2026-03-08', 'America/New_York'), 23)
  assert.equal(hours('2026-11-01', 'America/New_York'), 25)
  assert.equal(hours('2026-04-05', 'Australia/Lord_Howe'), 24.5)
  assert.equal(hours('2011-12-30', 'Pacific/Apia'), 0)
})

test('an event is on each day that it overlaps', () => {
  const days = placed(
    '2026-05-01',
    '2026-05-04',
    utc,
    event('before', '2026-04-30T10:00Z', '2026-05-01T00:00Z'),
    event('into', '2026-04-30T10:00Z', '2026-05-01T00:00:00.001Z'),
    event('over night', '2026-05-01T22:00Z', '2026-05-02T02:00Z'),
    event('until midnight', '2026-05-02T22:00Z', '2026-05-03T00:00Z'),
    event('instant', '2026-05-03T00:00Z', '2026-05-03T00:00Z'),
    event('three days', '2026-05-02T23:00Z', '2026-05-04T01:00Z'),
    event('after', '2026-05-05T00:00Z', '2026-05-05T01:00Z'),
  )
  assert.deepEqual(days, {
    '2026-05-01': ['into', 'over night'],
    '2026-05-02': ['over night', 'until midnight', 'three days'],
    '2026-05-03': ['instant', 'three days'],
    '2026-05-04': ['three days'],
  })
})

test('days begin and end at midnight of the zone', () => {
  const late = event('late', '2026-05-01T14:59Z', '2026-05-01T15:00Z')
  const early = event('early', '2026-05-01T15:00Z', '2026-05-01T16:00Z')
  assert.deepEqual(placed('2026-05-01', '2026-05-02', zone('Asia/Seoul'), late, early), {
    '2026-05-01': ['late'],
    '2026-05-02': ['early'],
  })
})

test('a date that a zone skipped has no events, not even those that span it', () => {
  const around = event('around', '2011-12-29T00:00Z', '2012-01-02T00:00Z')
  const days = placed('2011-12-29', '2011-12-31', zone('Pacific/Apia'), around)
  assert.deepEqual(days, { '2011-12-29': ['around'], '2011-12-30': [], '2011-12-31': ['around'] })
})

test('the entries of one answer are counted', () => {
  const days = daysBetween<Event>('2026-05-01', '2026-05-10', utc)
  const long = event('long', '2026-01-01T00:00Z', '2027-01-01T00:00Z')
  const short = event('short', '2026-05-01T00:00Z', '2026-05-02T00:00Z')
  assert.equal(placeEvents(days, [long, short], 11), true)
  assert.equal(placeEvents(days, [long, short], 10), false)
  assert.deepEqual(fitting(days, [long, short], ownerOf, 'ann', 11), [long, short])
  assert.equal(fitting(days, [long, short], ownerOf, 'ann', 10), undefined)
})

test('events of others are left out to fit those of the viewer, the owner with the most first', () => {
  const days = daysBetween<Event>('2026-05-01', '2026-05-10', utc)
  const theirs = event('long', '2026-01-01T00:00Z', '2027-01-01T00:00Z', 'eve')
  const friends = event('short', '2026-05-01T00:00Z', '2026-05-03T00:00Z', 'bob')
  const own = event('own', '2026-05-02T00:00Z', '2026-05-03T00:00Z')
  assert.deepEqual(fitting(days, [theirs, friends, own], ownerOf, 'ann', 13), [theirs, friends, own])
  assert.deepEqual(fitting(days, [theirs, friends, own], ownerOf, 'ann', 12), [friends, own])
  assert.deepEqual(fitting(days, [theirs, friends, own], ownerOf, 'ann', 2), [own])
})

test('an event is on exactly the days that it overlaps', () => {
  const names = ['UTC', 'America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', '+05:45']
  const start = Date.UTC(2026, 0, 1)
  fc.assert(
    fc.property(
      fc.constantFrom(...names),
      fc.integer({ min: -400, max: 9600 }),
      fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 2000 })),
      (name, startsAt, length) => {
        const days = daysBetween<Event>('2026-01-01', '2026-12-31', zone(name))
        const begins_at = start + startsAt * HOUR
        const one = { name, owner_id: 'ann', begins_at, ends_at: begins_at + length * HOUR }
        placeEvents(days, [one])
        const span = { start_time: one.begins_at, end_time: one.ends_at }
        for (const day of days) assert.equal(day.events.length === 1, overlaps(span, day), day.date)
      },
    ),
  )
})
