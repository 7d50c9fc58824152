import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clicked, morningOf, nextHour } from './planning.ts'

const ZONE = 'Europe/Berlin'
const view = (type: string) => ({ type }) as Parameters<typeof clicked>[0]['view']
const iso = ({ start, end }: { start: number; end: number }) =>
  [start, end].map(ms => new Date(ms).toISOString().slice(0, 16))

test('a new entry gets the next full hour', () => {
  assert.deepEqual(iso(nextHour(Date.parse('2026-03-10T09:12:00Z'))), [
    '2026-03-10T10:00',
    '2026-03-10T11:00',
  ])
})

test('the morning is 9:00 also on the day of a clock change', () => {
  assert.deepEqual(iso(morningOf('2026-03-29', ZONE)), ['2026-03-29T07:00', '2026-03-29T08:00'])
})

test('clicks on an hour, the all-day row, and a day of the month view', () => {
  const hour = { allDay: false, dateStr: '2026-03-10T14:30:00+01:00', view: view('timeGridWeek') }
  assert.deepEqual(iso(clicked(hour, ZONE)), ['2026-03-10T13:30', '2026-03-10T14:30'])
  const day = { allDay: true, dateStr: '2026-03-10', view: view('timeGridWeek') }
  assert.deepEqual(iso(clicked(day, ZONE)), ['2026-03-09T23:00', '2026-03-10T23:00'])
  const month = { ...day, view: view('dayGridMonth') }
  assert.deepEqual(iso(clicked(month, ZONE)), ['2026-03-10T08:00', '2026-03-10T09:00'])
})
