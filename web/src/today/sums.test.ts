// Tests due todos, planned time and measured time of a day.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Schedule } from '@daymark/contract/planning/schedule'
import type { Todo } from '@daymark/contract/planning/todos'
import type { Timer } from '@daymark/contract/timers/timer'
import { dateOf } from '../design/format.ts'
import { isDue, measuredMs, plannedMs } from './sums.ts'

const HOUR_MS = 3_600_000
const noon = Date.UTC(2026, 4, 5, 12)
const day = dateOf(noon)
const at = (hours: number) => new Date(noon + hours * HOUR_MS).toISOString()

test('due todos are open and have a deadline today or earlier', () => {
  const due = (deadline: string | null, status: Todo['status']) => isDue({ deadline, status } as Todo, day)
  assert.equal(due(at(0), 'SCHEDULED'), true)
  assert.equal(due(at(-72), 'UNSCHEDULED'), true)
  assert.equal(due(at(48), 'SCHEDULED'), false)
  assert.equal(due(at(-72), 'DONE'), false)
  assert.equal(due(at(-72), 'CANCELLED'), false)
  assert.equal(due(null, 'UNSCHEDULED'), false)
})

test('planned time excludes all-day entries and entries of others', () => {
  const entry = (from: number, hours: number, is_shared = false) =>
    ({ start_time: at(from), end_time: at(from + hours), is_shared }) as Schedule
  const entries = [entry(0, 1), entry(1, 0.5), entry(48, 1), entry(0, 24), entry(0, 2, true)]
  assert.equal(plannedMs(entries, day), 1.5 * HOUR_MS)
})

test('measured time includes running timers and excludes canceled ones', () => {
  const timer = (id: string, status: Timer['status'], elapsed_time: number) =>
    ({ id, status, elapsed_time }) as Timer
  const timers = [timer('a', 'COMPLETED', 60), timer('b', 'CANCELLED', 60), timer('c', 'RUNNING', 10)]
  assert.equal(
    measuredMs(timers, [timer('c', 'RUNNING', 10)], () => 30_000),
    90_000,
  )
})
