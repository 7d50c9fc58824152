import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Schedule } from '@daymark/contract/planning/schedule'
import { type SeriesMove, withMove } from './series-moves.ts'

const on = (day: number, hour = '09') => `2026-05-0${day}T${hour}:00:00.000Z`
const occurrence = (day: number, start = on(day), end = on(day, '10')) =>
  ({ id: `${day}`, parent_id: 's', instance_start: on(day), start_time: start, end_time: end }) as Schedule
const move = { series: 's', at: on(2), following: true, start_time: on(2, '12'), end_time: on(2, '14') }
const withMoves = (entries: readonly Schedule[], moves: readonly SeriesMove[]) =>
  entries.map(entry => moves.reduce(withMove, entry))
const times = (entries: readonly Schedule[]) =>
  entries.map(({ start_time, end_time }) => [start_time, end_time])

test('moves following occurrences, including individually moved ones; earlier ones and others stay', () => {
  const entries = [occurrence(1), occurrence(2), occurrence(3, on(3, '18'), on(3, '19'))]
  const other = {
    id: 'x',
    parent_id: null,
    instance_start: null,
    start_time: on(3),
    end_time: on(4),
  } as Schedule
  const after = withMoves([...entries, other], [move])
  assert.deepEqual(times(after), [
    [on(1), on(1, '10')],
    [on(2, '12'), on(2, '14')],
    [on(3, '12'), on(3, '14')],
    [on(3), on(4)],
  ])
  assert.equal(after[0], entries[0], 'what does not move is the same object')
  assert.deepEqual(times(withMoves(entries, [{ ...move, following: false }]))[0], [on(1, '12'), on(1, '14')])
})

test('keeps individually moved occurrences if only the length changes', () => {
  const longer = { ...move, start_time: on(2), end_time: on(2, '14') }
  const entries = [occurrence(2), occurrence(3, on(3, '18'), on(3, '19'))]
  assert.deepEqual(times(withMoves(entries, [longer])), [
    [on(2), on(2, '14')],
    [on(3, '18'), on(3, '19')],
  ])
})
