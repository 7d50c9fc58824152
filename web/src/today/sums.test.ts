// Tests due todos, planned time and measured time of a day.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Schedule } from '@daymark/contract/planning/schedule'
import type { Todo } from '@daymark/contract/planning/todos'
import type { Timer } from '@daymark/contract/timers/timer'
import { dateOf } from '../design/format.ts'
import { addDays } from '../session/region/zone-time.ts'
import { isDue, measuredMs, plannedMs } from './sums.ts'

const HOUR_MS = 3_600_000
const noon = Date.UTC(2026, 4, 5, 12)
const day = dateOf(noon)
const at = (hours: number) => new Date(noon + hours * HOUR_MS).toISOString()

test('due todos are open and have a deadline today or earlier', () => {
  const due = (deadline: string | null, status: Todo['status'], deadline_date: string | null = null) =>
    isDue({ deadline, deadline_date, status } as Todo, day)
  assert.equal(due(at(0), 'SCHEDULED'), true)
  assert.equal(due(at(-72), 'UNSCHEDULED'), true)
  assert.equal(due(at(48), 'SCHEDULED'), false)
  assert.equal(due(at(-72), 'DONE'), false)
  assert.equal(due(at(-72), 'CANCELLED'), false)
  assert.equal(due(null, 'UNSCHEDULED'), false)
  assert.equal(due(null, 'UNSCHEDULED', day), true)
  assert.equal(due(null, 'UNSCHEDULED', '2026-01-01'), true)
  assert.equal(due(null, 'UNSCHEDULED', addDays(day, 1)), false)
})

test('planned time excludes all-day entries and entries of others', () => {
  const entry = (from: number, hours: number, is_shared = false) =>
    ({ start_time: at(from), end_time: at(from + hours), is_shared }) as Schedule
  const entries = [entry(0, 1), entry(1, 0.5), entry(48, 1), entry(0, 24), entry(0, 2, true)]
  assert.equal(plannedMs(entries, day), 1.5 * HOUR_MS)
})

test('measured time is that of the day, with running timers and without canceled ones', () => {
  const timer = (id: string, status: Timer['status'], ...hours: [from: number, to: number | null][]) =>
    ({
      id,
      status,
      segments: hours.map(([from, to]) => ({ start: at(from), end: to === null ? null : at(to) })),
    }) as Timer
  const timers = [
    timer('a', 'COMPLETED', [-2, -1]),
    timer('b', 'CANCELLED', [-2, -1]),
    timer('c', 'PAUSED', [-1, -0.5]),
    timer('over midnight', 'COMPLETED', [-14, -11]),
  ]
  const live = [timer('c', 'RUNNING', [-1, -0.5], [0, null]), timer('old', 'PAUSED', [-300, -299], [1, 2])]
  const times = { from: noon - 12 * HOUR_MS, to: noon + 12 * HOUR_MS, now: noon + 3 * HOUR_MS }
  assert.equal(measuredMs(timers, live, times), (1 + 3.5 + 1 + 1) * HOUR_MS)
})
