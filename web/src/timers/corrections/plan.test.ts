import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Schedule } from '@daymark/contract/planning/schedule'
import { localOf } from '../../session/region/zone-time.ts'
import { marksIn, plannedIn } from './plan.ts'

const at = (time: string) => `2026-03-02T${time}:00.000Z`
const frame = (from: string, to: string) => ({ from: Date.parse(at(from)), to: Date.parse(at(to)) })
const entry = (title: string, from: string, to: string, more: Partial<Schedule> = {}) =>
  ({ title, start_time: at(from), end_time: at(to), is_shared: false, all_day: false, ...more }) as Schedule

test('own entries with a time that overlap the frame, in order', () => {
  const entries = [
    entry('after', '12:00', '13:00'),
    entry('late', '11:00', '14:00'),
    entry('early', '07:00', '09:30'),
    entry('friend', '10:00', '11:00', { is_shared: true }),
    entry('trip', '00:00', '23:00', { all_day: true }),
    entry('before', '08:00', '09:00'),
  ]
  const shown = plannedIn(entries, frame('09:00', '12:00'))
  assert.deepEqual(
    shown.map(block => block.entry.title),
    ['early', 'late'],
  )
})

test('overlapping entries are in different lanes; a lane is used again', () => {
  const lanes = (...entries: Schedule[]) =>
    plannedIn(entries, frame('08:00', '20:00')).map(block => `${block.entry.title}${block.lane}`)
  const [a, b, c] = [entry('a', '09:00', '11:00'), entry('b', '10:00', '12:00'), entry('c', '11:00', '12:00')]
  assert.deepEqual(lanes(a, b, c), ['a0', 'b1', 'c0'])
  const many = Array.from({ length: 6 }, (_, n) => entry(`${n}`, '09:00', '10:00'))
  assert.ok(plannedIn(many, frame('08:00', '20:00')).every(block => block.lane < 3))
})

test('the marks are few and at round local times', () => {
  const zone = 'Asia/Kolkata'
  const times = (from: string, to: string) =>
    marksIn(frame(from, to), zone).map(mark => localOf(mark, zone).time)
  assert.deepEqual(times('08:40', '10:40'), ['14:30', '15:00', '15:30', '16:00'])
  assert.deepEqual(times('06:10', '10:40'), ['12:00', '13:00', '14:00', '15:00', '16:00'])
  for (const hours of [1, 3, 5, 11, 26, 100, 31 * 24]) {
    const from = Date.parse(at('06:10'))
    const marks = marksIn({ from, to: from + hours * 3_600_000 }, zone)
    assert.ok(marks.length >= 1 && marks.length <= 5, `${hours} h: ${marks.length}`)
  }
})

test('the marks stay at midnight across a clock change', () => {
  const [from, to] = ['2026-10-23T10:00:00Z', '2026-10-30T10:00:00Z'].map(Date.parse) as [number, number]
  const marks = marksIn({ from, to }, 'Europe/Berlin').map(mark => localOf(mark, 'Europe/Berlin'))
  assert.deepEqual(
    marks.map(({ date, time }) => `${date.slice(8)} ${time}`),
    ['25 00:00', '27 00:00', '29 00:00'],
  )
})
