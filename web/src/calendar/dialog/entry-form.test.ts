import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Schedule } from '@daymark/contract/planning/schedule'
import { bodyOf, changesOf, emptyForm, faultsOf, formOf, withStart } from './entry-form.ts'

const ZONE = 'Europe/Berlin'
const span = { start: Date.parse('2026-03-10T09:00:00Z'), end: Date.parse('2026-03-10T10:30:00Z') }

test('a new entry shows local times and sends instants', () => {
  const form = { ...emptyForm(span, ZONE), title: ' Call ' }
  assert.deepEqual(form.start, { date: '2026-03-10', time: '10:00' })
  const body = bodyOf(form)
  assert.equal(body.title, 'Call')
  assert.equal(body.start_time, '2026-03-10T09:00:00.000Z')
  assert.equal(body.recurrence_rule, null)
})

test('an all-day entry shows its last day and sends dates, the end exclusive', () => {
  const days = { start: Date.parse('2026-03-28T23:00:00Z'), end: Date.parse('2026-03-30T22:00:00Z') }
  const form = { ...emptyForm(days, ZONE), title: 'Trip' }
  assert.ok(form.whole_days)
  assert.deepEqual([form.start.date, form.end.date], ['2026-03-29', '2026-03-30'])
  const { all_day, start_time, end_time } = bodyOf(form)
  assert.deepEqual([all_day, start_time, end_time], [true, '2026-03-29', '2026-03-31'])
})

test('reports a missing title, a missing start, and an end before the start', () => {
  const form = emptyForm(span, ZONE)
  assert.deepEqual(faultsOf(form), { title: true })
  assert.deepEqual(faultsOf({ ...form, title: 'a', start: { date: '', time: '' } }), {
    start_time: true,
  })
  assert.deepEqual(faultsOf({ ...form, title: 'a', end: { date: '2026-03-09', time: '10:00' } }), {
    end_time: true,
  })
})

test('sends only changed fields', () => {
  const entry = {
    title: 'Stand-up',
    description: null,
    location: 'Room 2',
    start_time: '2026-03-10T09:00:00Z',
    end_time: '2026-03-10T09:15:00Z',
    all_day: false,
    state: 'PLANNED',
    tags: [{ id: 't1' }],
  } as unknown as Schedule
  const form = formOf(entry, 'FREQ=DAILY', ZONE)
  assert.deepEqual(changesOf(form, { ...form, title: 'Stand-up ' }), {})
  assert.deepEqual(changesOf(form, { ...form, location: ' ', tag_ids: [], rule: '' }), {
    location: null,
    tag_ids: [],
    recurrence_rule: null,
  })
})

test('switching to all-day sends both dates', () => {
  const form = emptyForm(span, ZONE)
  assert.deepEqual(changesOf(form, { ...form, whole_days: true }), {
    all_day: true,
    start_time: '2026-03-10',
    end_time: '2026-03-11',
  })
})

test('moving the start moves the end, also across a clock change', () => {
  const form = emptyForm(span, ZONE)
  const moved = withStart(form, { date: '2026-03-29', time: '01:00' })
  assert.deepEqual(moved.end, { date: '2026-03-29', time: '03:30' })
})

test('another time zone keeps the local times and is sent', () => {
  const form = emptyForm(span, ZONE)
  assert.deepEqual(changesOf(form, { ...form, zone: 'America/New_York' }), {
    start_time: '2026-03-10T14:00:00.000Z',
    end_time: '2026-03-10T15:30:00.000Z',
    timezone: 'America/New_York',
  })
})
