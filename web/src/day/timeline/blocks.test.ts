import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Schedule } from '@daymark/contract/planning/schedule'
import type { Timer } from '@daymark/contract/timers/timer'
import type { DueTodo } from '../../calendar/deadlines/deadlines.ts'
import { freeFrom } from '../../calendar/drawer/plan.ts'
import { correctionOf, withoutPart } from '../tracked/corrections.ts'
import { suggestionsFor } from '../tracked/suggestions.ts'
import { drawnGap, gapsOf, lengthOf, plannedBlocks, trackedBlocks } from './blocks.ts'
import { HOUR_MS } from './geometry.ts'

const day = { from: Date.UTC(2026, 4, 5), to: Date.UTC(2026, 4, 6) }
const at = (hours: number) => day.from + hours * HOUR_MS
const text = (hours: number) => new Date(at(hours)).toISOString()
const now = at(14)

const entry = (id: string, from: number, until: number, more = {}) =>
  ({
    ...{ id, title: id, start_time: text(from), end_time: text(until), all_day: false, is_shared: false },
    ...{ tags: [], parent_id: null, source_todo_id: null, ...more },
  }) as unknown as Schedule
const timer = (id: string, status: Timer['status'], ...hours: [number, number | null][]) =>
  ({
    ...{ id, title: id, status, is_shared: false, tags: [], schedule_id: null, todo_id: null },
    segments: hours.map(([from, to]) => ({ start: text(from), end: to === null ? null : text(to) })),
  }) as unknown as Timer
const spans = (blocks: readonly { from: number; until: number }[]) =>
  blocks.map(({ from, until }) => [(from - day.from) / HOUR_MS, (until - day.from) / HOUR_MS])

test('planned blocks are clipped to the day; all-day and very long entries are left out', () => {
  const blocks = plannedBlocks(
    [
      entry('over midnight', -1, 2),
      entry('lunch', 12, 13),
      entry('trip', 0, 30),
      entry('holiday', 0, 24, { all_day: true }),
      entry('tomorrow', 25, 26),
    ],
    day,
  )
  assert.deepEqual(spans(blocks), [
    [0, 2],
    [12, 13],
  ])
  assert.equal(lengthOf(blocks), 3 * HOUR_MS)
})

test('an entry that marks the deadline of a todo is a flag, unless it was moved or resized', () => {
  const made = { source_todo_id: 'todo', created_at: text(1) }
  const todo = { id: 'todo', deadline: text(15), deadline_date: null, created_at: text(0) } as DueTodo
  const flags = (...entries: Schedule[]) =>
    plannedBlocks(entries, day, new Map([['todo', todo]])).map(({ isDeadline }) => isDeadline)
  assert.deepEqual(flags(entry('due', 15, 16, made), entry('moved', 17, 18, made)), [true, false])
  assert.deepEqual(flags(entry('longer', 15, 17, made), entry('plan', 20, 21)), [false, false])
  // The previous day's deadline is not shown on this day.
  assert.deepEqual(plannedBlocks([entry('late', -0.5, 0.5, made)], day), [])
})

test('tracked blocks are segments: clipped, growing while they run, without canceled timers', () => {
  const timers = [
    timer('night', 'COMPLETED', [-2, 1]),
    timer('work', 'RUNNING', [9, 10], [11, null]),
    timer('beside', 'COMPLETED', [9.5, 10.5]),
    timer('canceled', 'CANCELLED', [3, 4]),
  ]
  const blocks = trackedBlocks(timers, day, now)
  assert.deepEqual(spans(blocks), [
    [0, 1],
    [9, 10],
    [9.5, 10.5],
    [11, 14],
  ])
  assert.deepEqual(
    blocks.map(({ column, columns, isRunning }) => [column, columns, isRunning]),
    [
      [0, 1, false],
      [0, 2, false],
      [1, 2, false],
      [0, 1, true],
    ],
  )
})

test('gaps are between the first block and now, or the last block of a past day', () => {
  const tracked = trackedBlocks([timer('a', 'COMPLETED', [9, 10], [10.1, 12])], day, now)
  const planned = plannedBlocks([entry('early', 8, 9), entry('late', 17, 18)], day)
  assert.deepEqual(spans(gapsOf(tracked, planned, { day, now })), [
    [8, 9],
    [12, 14],
  ])
  assert.deepEqual(spans(gapsOf(tracked, planned, { day, now: at(40) })), [
    [8, 9],
    [12, 18],
  ])
  assert.deepEqual(gapsOf([], planned, { day, now: at(-5) }), [])
  assert.deepEqual(gapsOf([], [], { day, now }), [])
  // A short block is drawn longer, so it covers the beginning of the next gap.
  const short = [{ from: at(9), until: at(9.2) }]
  assert.deepEqual(spans([drawnGap({ from: at(9.2), until: at(10) }, short)]), [[9 + 25 / 60, 10]])
})

test('a gap suggests what was planned then, and the work before it', () => {
  const tracked = trackedBlocks([timer('email', 'COMPLETED', [9, 10], [12, 13])], day, now)
  const planned = plannedBlocks(
    [entry('lunch', 11.5, 12.5), entry('later', 15, 16), entry('theirs', 10, 11, { is_shared: true })],
    day,
  )
  const found = suggestionsFor({ from: at(10), until: at(12) }, planned, tracked)
  assert.deepEqual(
    found.map(({ title, reason, from, until }) => [title, reason, ...(spans([{ from, until }])[0] ?? [])]),
    [
      ['lunch', 'plan', 11.5, 12],
      ['email', 'before', 10, 12],
    ],
  )
})

test('the next free time skips planned entries', () => {
  const planned = plannedBlocks([entry('a', 9, 10), entry('b', 10.5, 12)], day)
  assert.equal(freeFrom(planned, at(9), HOUR_MS / 2), at(10))
  assert.equal(freeFrom(planned, at(9), HOUR_MS), at(12))
  assert.equal(freeFrom(planned, at(7), HOUR_MS), at(7))
})

test('a drag replaces one segment, or stops a running timer earlier', () => {
  const [first, second] = trackedBlocks([timer('a', 'COMPLETED', [-1, 1], [9, 10])], day, now)
  assert.ok(first && second)
  assert.deepEqual(correctionOf(second, { from: second.from, until: at(9.5) }).segments, [
    { start: text(-1), end: text(1) },
    { start: text(9), end: text(9.5) },
  ])
  // The start is on the previous day, so the drag does not change it.
  assert.deepEqual(correctionOf(first, { from: first.from, until: at(0.5) }).segments?.[0], {
    start: text(-1),
    end: text(0.5),
  })
  assert.deepEqual(withoutPart(first), [{ start: text(9), end: text(10) }])
  const [running] = trackedBlocks([timer('b', 'RUNNING', [9, null])], day, now)
  assert.ok(running)
  assert.deepEqual(correctionOf(running, { from: running.from, until: at(10) }), { end: text(10) })
  assert.deepEqual(correctionOf(running, { from: running.from, until: at(15) }), {})
})
