import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../../../scripts/test/properties.ts'
import { elapsedMs, momentsOf, type Timer, type TimerStatus } from '../timer.ts'
import {
  isSettled,
  recordOf,
  type SettledTimer,
  splitTimer,
  trimFaults,
  trimTimer,
  withSegments,
} from './correction.ts'
import { closedSegments, historyOf, measuredMs, type Segment } from './segments.ts'

const ACTIONS = { PAUSED: 'pause', COMPLETED: 'stop', CANCELLED: 'cancel' } as const
const NOW = 9_000_000

function settled(segments: readonly Segment[], status: keyof typeof ACTIONS, endedAt?: number): SettledTimer {
  const ending = endedAt === undefined ? {} : { at: endedAt }
  return {
    id: 'first',
    owner_id: 'ann',
    schedule_id: null,
    todo_id: null,
    title: 'T',
    description: null,
    allocated_duration: 60,
    status,
    started_at: segments[0]?.start ?? 0,
    history: historyOf(segments, { action: ACTIONS[status], ...ending }),
    corrected_at: null,
    version: 7,
    created_at: 1,
    updated_at: 1,
  }
}

const elapsed = (timer: Timer) => elapsedMs(timer.history, NOW)
const HOURS: Segment[] = [
  { start: 1_000, end: 2_000 },
  { start: 3_000, end: 5_000 },
]

const segments = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 90 })), {
    minLength: 1,
    maxLength: 8,
  })
  .map(steps => {
    let at = 0
    return steps.map(([gap, length]): Segment => {
      const start = at + gap
      at = start + length
      return { start, end: at }
    })
  })
const status = fc.constantFrom('PAUSED' as const, 'COMPLETED' as const, 'CANCELLED' as const)

test('a record is completed and starts and ends with its segments', () => {
  const record = recordOf([...HOURS, { start: 5_000, end: 6_000 }])
  assert.equal(record.status, 'COMPLETED')
  assert.equal(record.started_at, 1_000)
  assert.deepEqual(
    record.history.map(({ action, at }) => [action, at]),
    [
      ['start', 1_000],
      ['pause', 2_000],
      ['resume', 3_000],
      ['stop', 6_000],
    ],
  )
})

test('replaced segments keep the status; start, end and sum follow', () => {
  fc.assert(
    fc.property(segments, segments, status, (was, is, of) => {
      const corrected = withSegments(settled(was, of), is, { at: 8_000, now: NOW })
      assert.equal(corrected.status, of)
      assert.equal(corrected.started_at, is[0]?.start)
      assert.equal(elapsed(corrected), measuredMs(is))
      assert.equal(momentsOf(corrected).ended_at, of === 'PAUSED' ? null : is.at(-1)?.end)
      assert.deepEqual([corrected.corrected_at, corrected.updated_at], [8_000, NOW])
    }),
  )
})

test('the parts of a split add up to the whole and do not overlap', () => {
  fc.assert(
    fc.property(segments, status, fc.nat(700), fc.option(fc.nat(50)), (of, is, at, pause) => {
      const endedAt = pause === null || is === 'PAUSED' ? undefined : (of.at(-1)?.end ?? 0) + pause
      const whole = settled(of, is, endedAt)
      const parts = splitTimer(whole, at, 'second', NOW)
      const isInside = at > (of[0]?.start ?? 0) && at < (of.at(-1)?.end ?? 0)
      assert.equal(parts !== undefined, isInside)
      if (!parts) return
      const [first, second] = parts
      assert.equal(elapsed(first) + elapsed(second), elapsed(whole))
      assert.ok(elapsed(first) > 0 && elapsed(second) > 0)
      assert.deepEqual([first.id, first.created_at, second.id], ['first', 1, 'second'])
      assert.ok((momentsOf(first).ended_at ?? NOW) <= at && second.started_at >= at)
      assert.deepEqual([first.started_at, second.status], [whole.started_at, is])
      assert.equal(momentsOf(second).ended_at, momentsOf(whole).ended_at)
    }),
  )
})

test('of a paused timer, the first part is completed and the second one can be resumed', () => {
  const parts = splitTimer(settled(HOURS, 'PAUSED'), 2_500, 'second', NOW)
  assert.deepEqual(
    parts?.map(part => [part.status, closedSegments(part.history)]),
    [
      ['COMPLETED', [HOURS[0]]],
      ['PAUSED', [HOURS[1]]],
    ],
  )
})

test('trimming drops later time and ends at the requested time', () => {
  const running: Timer = {
    ...settled(HOURS, 'PAUSED'),
    status: 'RUNNING' satisfies TimerStatus,
    history: [...historyOf(HOURS, { action: 'pause' }), { action: 'resume', at: 7_000 }],
  }
  assert.equal(isSettled(running), false)
  const ends: [number, number][] = [
    [1_500, 500],
    [2_000, 1_000],
    [2_500, 1_000],
    [3_000, 1_000],
    [4_000, 2_000],
    [6_000, 3_000],
    [8_000, 4_000],
  ]
  for (const [end, measured] of ends) {
    const trimmed = trimTimer(running, end, NOW)
    assert.equal(elapsed(trimmed), measured, String(end))
    assert.deepEqual([trimmed.status, momentsOf(trimmed).ended_at], ['COMPLETED', end])
    assert.deepEqual([trimmed.started_at, trimmed.corrected_at], [1_000, NOW])
  }
  assert.deepEqual(trimFaults(running, 1_001, NOW), [])
  assert.match(trimFaults(running, 1_000, NOW)[0]?.message ?? '', /after the start/)
  assert.match(trimFaults(running, NOW + 1, NOW)[0]?.message ?? '', /in the future/)
})
