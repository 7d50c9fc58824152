import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Holiday } from '@daymark/contract/planning/holidays'
import type { Schedule } from '@daymark/contract/planning/schedule'
import { layoutWeek } from './layout.ts'

const ZONE = 'Europe/Berlin'
/** A Monday. Daylight saving time begins on the following Sunday. */
const FIRST = '2026-03-23'
const timed = (id: string, start_time: string, end_time: string) =>
  ({ id, title: id, all_day: false, start_date: null, end_date: null, start_time, end_time }) as Schedule
const whole = (id: string, start_date: string, end_date: string) =>
  ({ ...timed(id, '', ''), all_day: true, start_date, end_date }) as Schedule
const layout = (...entries: Schedule[]) => layoutWeek(FIRST, entries, [], ZONE)
const blocks = (...entries: Schedule[]) =>
  layout(...entries).days.flatMap(({ date, blocks }) =>
    blocks.map(({ entry, from, until, column, columns }) =>
      [entry.id, date.slice(8), from / 60, until / 60, `${column + 1}/${columns}`].join(' '),
    ),
  )

test('entries are at the local times of their days', () => {
  assert.deepEqual(blocks(timed('a', '2026-03-25T08:00:00Z', '2026-03-25T09:30:00Z')), ['a 25 9 10.5 1/1'])
  assert.deepEqual(blocks(timed('dst', '2026-03-29T08:00:00Z', '2026-03-29T09:00:00Z')), ['dst 29 10 11 1/1'])
  assert.deepEqual(blocks(timed('other week', '2026-03-30T08:00:00Z', '2026-03-30T09:00:00Z')), [])
})

test('an entry in the hour that is repeated keeps its length', () => {
  const [start, end] = ['2026-10-25T00:30:00Z', '2026-10-25T01:15:00Z']
  const { days } = layoutWeek('2026-10-19', [timed('fold', start, end)], [], ZONE)
  const [block] = days.at(-1)?.blocks ?? []
  assert.deepEqual([block?.from, block?.until], [150, 195])
})

test('an entry over midnight has a part on each day', () => {
  assert.deepEqual(blocks(timed('night', '2026-03-24T21:00:00Z', '2026-03-25T01:00:00Z')), [
    'night 24 22 24 1/1',
    'night 25 0 2 1/1',
  ])
  assert.deepEqual(blocks(timed('until midnight', '2026-03-24T21:00:00Z', '2026-03-24T23:00:00Z')), [
    'until midnight 24 22 24 1/1',
  ])
})

test('entries that overlap are beside each other, also if they are short', () => {
  const at = (from: string, until: string) => [`2026-03-24T${from}:00Z`, `2026-03-24T${until}:00Z`] as const
  assert.deepEqual(
    blocks(
      timed('a', ...at('08:00', '10:00')),
      timed('b', ...at('09:00', '11:00')),
      timed('c', ...at('10:00', '11:00')),
      timed('d', ...at('11:00', '12:00')),
    ),
    ['a 24 9 11 1/2', 'b 24 10 12 2/2', 'c 24 11 12 1/2', 'd 24 12 13 1/1'],
  )
  assert.deepEqual(blocks(timed('e', ...at('08:00', '08:00')), timed('f', ...at('08:15', '09:00'))), [
    'e 24 9 9 1/2',
    'f 24 9.25 10 2/2',
  ])
})

test('whole days are bars in lanes, cut at the ends of the week; holidays come first', () => {
  const holiday = { date: '2026-03-24', name: 'Feast', is_holiday: true } as Holiday
  const entries = [
    whole('trip', '2026-03-20', '2026-03-25'),
    whole('fair', '2026-03-25', '2026-04-02'),
    whole('past', '2026-03-20', '2026-03-23'),
    timed('midnight to midnight', '2026-03-26T23:00:00Z', '2026-03-27T23:00:00Z'),
  ]
  const found = layoutWeek(FIRST, entries, [holiday], ZONE).whole
  assert.deepEqual(
    found.map(({ title, first, end, lane }) => `${title} ${first}-${end} lane ${lane}`),
    ['Feast 1-2 lane 0', 'trip 0-2 lane 1', 'fair 2-7 lane 0', 'midnight to midnight 4-5 lane 1'],
  )
})

test('prints usual hours, and others only if they are needed', () => {
  assert.deepEqual(layout().hours, { from: 8, until: 18 })
  assert.deepEqual(layout(timed('a', '2026-03-25T05:30:00Z', '2026-03-25T19:15:00Z')).hours, {
    from: 6,
    until: 21,
  })
})
