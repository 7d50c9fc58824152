// Tests the times of entries in several languages.
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
