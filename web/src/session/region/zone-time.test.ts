import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, instantOf, isRepeated, isWholeDays, localOf, weekStart } from './zone-time.ts'

test('converts an instant to local time', () => {
  const ms = Date.parse('2026-07-01T15:30:00Z')
  assert.deepEqual(localOf(ms, 'Asia/Seoul'), { date: '2026-07-02', time: '00:30' })
  assert.equal(instantOf({ date: '2026-07-02', time: '00:30' }, 'Asia/Seoul'), ms)
})

test('a skipped local time moves forward, a repeated one means the first', () => {
  const berlin = 'Europe/Berlin'
  const skipped = instantOf({ date: '2026-03-29', time: '02:30' }, berlin)
  assert.deepEqual(localOf(skipped, berlin), { date: '2026-03-29', time: '03:30' })
  assert.equal(instantOf({ date: '2026-10-25', time: '02:30' }, berlin), Date.parse('2026-10-25T00:30:00Z'))
})

test('a time is repeated in both passes of the clock, however far it is set back', () => {
  const passes = (zone: string, first: string, second: string) =>
    [first, second].map(text => [localOf(Date.parse(text), zone).time, isRepeated(Date.parse(text), zone)])
  const twice = (time: string) => [
    [time, true],
    [time, true],
  ]
  assert.deepEqual(passes('America/New_York', '2026-11-01T05:30Z', '2026-11-01T06:30Z'), twice('01:30'))
  assert.deepEqual(passes('Australia/Lord_Howe', '2026-04-04T14:40Z', '2026-04-04T15:10Z'), twice('01:40'))
  assert.deepEqual(passes('Antarctica/Troll', '2026-10-24T23:30Z', '2026-10-25T01:30Z'), twice('01:30'))
  for (const text of ['2026-11-01T04:59Z', '2026-11-01T07:00Z', '2026-03-08T07:30Z', '2026-07-01T05:30Z'])
    assert.ok(!isRepeated(Date.parse(text), 'America/New_York'), text)
})

test('an empty field is not an instant', () => {
  assert.ok(Number.isNaN(instantOf({ date: '', time: '10:00' }, 'UTC')))
  assert.ok(Number.isNaN(instantOf({ date: '2026-01-01', time: '' }, 'UTC')))
})

test('all-day ranges include days with a clock change', () => {
  const start = instantOf({ date: '2026-03-29', time: '00:00' }, 'Europe/Berlin')
  const end = instantOf({ date: '2026-03-30', time: '00:00' }, 'Europe/Berlin')
  assert.equal(end - start, 23 * 3_600_000)
  assert.ok(isWholeDays(start, end, 'Europe/Berlin'))
  assert.ok(!isWholeDays(start, end, 'Asia/Seoul'))
  assert.ok(!isWholeDays(start, start, 'Europe/Berlin'))
})

test('adds days across months and years', () => {
  assert.equal(addDays('2026-12-31', 1), '2027-01-01')
  assert.equal(addDays('2028-03-01', -1), '2028-02-29')
})

test('weeks start on the chosen day', () => {
  assert.equal(weekStart('2026-11-15', 1), '2026-11-09')
  assert.equal(weekStart('2026-11-09', 1), '2026-11-09')
  assert.equal(weekStart('2026-03-01', 1), '2026-02-23')
  assert.equal(weekStart('2026-11-15', 0), '2026-11-15')
  assert.equal(weekStart('2026-11-14', 0), '2026-11-08')
  assert.equal(weekStart('2026-11-13', 6), '2026-11-07')
})
