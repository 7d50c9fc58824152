import assert from 'node:assert/strict'
import { test } from 'node:test'
import { timesIn } from './times.ts'

const at = (time: string) => Date.parse(`2026-03-10T${time}:00Z`)
const said = (locale: string, from: string, until: string) => {
  const times = timesIn(locale, 'UTC')(at(from), at(until))
  return `${times.from}|${times.until}`.replace(/\u202f/g, ' ')
}

test('AM or PM is written once', () => {
  assert.equal(said('en-US', '09:15', '09:45'), '9:15|9:45 AM')
  assert.equal(said('en-US', '11:30', '12:30'), '11:30 AM|12:30 PM')
  assert.equal(said('ko', '09:15', '09:45'), '오전 9:15|9:45')
  assert.equal(said('ko', '11:30', '12:30'), '오전 11:30|오후 12:30')
})

test('languages without AM and PM, and a zero-length entry', () => {
  assert.equal(said('de', '10:15', '17:45'), '10:15|17:45')
  assert.equal(said('en-US', '09:15', '09:15'), '9:15 AM|')
})

test('the hour that a clock change repeats is said with its zone', () => {
  const night = (locale: string, zone: string, from: string, until: string) => {
    const times = timesIn(locale, zone)(Date.parse(from), Date.parse(until))
    return `${times.from}|${times.until}`.replace(/\u202f/g, ' ')
  }
  const [first, second] = ['2026-11-01T05:30Z', '2026-11-01T06:30Z']
  assert.equal(night('en-US', 'America/New_York', first, second), '1:30 AM EDT|1:30 AM EST')
  assert.equal(night('ko', 'America/New_York', first, second), '오전 1:30 GMT-4|오전 1:30 GMT-5')
  assert.equal(night('en-US', 'America/New_York', first, '2026-11-01T06:10Z'), '1:30 AM EDT|1:10 AM EST')
  assert.equal(night('en-US', 'America/New_York', second, '2026-11-01T07:30Z'), '1:30 AM EST|2:30 AM EST')
  assert.equal(night('en-US', 'America/New_York', '2026-11-01T04:30Z', second), '12:30 AM EDT|1:30 AM EST')
  assert.equal(night('en-US', 'America/New_York', first, '2026-11-01T07:30Z'), '1:30 AM EDT|2:30 AM EST')
  assert.equal(night('en-US', 'America/New_York', '2026-11-01T04:00Z', '2026-11-01T09:00Z'), '12:00|4:00 AM')
  assert.equal(night('de', 'Europe/Berlin', '2026-10-25T00:30Z', '2026-10-25T01:30Z'), '02:30 MESZ|02:30 MEZ')
  assert.equal(night('en-US', 'UTC', '2026-10-25T00:30Z', '2026-10-26T00:30Z'), '12:30|12:30 AM')
})
