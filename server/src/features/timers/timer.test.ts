import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../../scripts/test/properties.ts'
import { readHistory, writeHistory } from './history.ts'
import {
  AHEAD_MS,
  advance,
  type Control,
  elapsedAtEntries,
  elapsedMs,
  LATEST_MS,
  MAX_ENTRIES,
  momentsOf,
  nextStatus,
  type Timer,
  type TimerStatus,
  timeOfPress,
} from './timer.ts'

const CONTROLS: Control[] = ['pause', 'resume', 'stop', 'cancel']
const STATUSES: TimerStatus[] = ['RUNNING', 'PAUSED', 'COMPLETED', 'CANCELLED']

const started = (at: number): Timer => ({
  id: 'id',
  owner_id: 'ann',
  schedule_id: null,
  todo_id: null,
  title: null,
  description: null,
  allocated_duration: 60,
  status: 'RUNNING',
  started_at: at,
  history: [{ action: 'start', at }],
  corrected_at: null,
  version: 0,
  created_at: at,
  updated_at: at,
})

test('every combination of status and action is defined', () => {
  const table = Object.fromEntries(
    STATUSES.map(status => [status, CONTROLS.map(control => nextStatus(status, control))]),
  )
  assert.deepEqual(table, {
    RUNNING: ['PAUSED', null, 'COMPLETED', 'CANCELLED'],
    PAUSED: [null, 'RUNNING', 'COMPLETED', 'CANCELLED'],
    COMPLETED: [null, null, null, null],
    CANCELLED: [null, null, null, null],
  })
})

test('a refusal names the status and the action', () => {
  const stopped = advance(started(0), 'stop', 5)
  assert.ok(typeof stopped !== 'string')
  assert.equal(advance(stopped, 'pause', 6), 'This timer has already ended. Start a new one.')
  assert.equal(advance(started(0), 'resume', 6), 'This timer is already running.')
})

/** Random actions, with a clock that may also stop or go back. */
const walk = fc.array(
  fc.record({ control: fc.constantFrom(...CONTROLS), step: fc.integer({ min: -500, max: 5_000 }) }),
  { maxLength: 60 },
)

test('elapsed time equals the sum of the running segments, whatever the clock does', () => {
  fc.assert(
    fc.property(walk, fc.nat({ max: 10_000 }), (steps, rest) => {
      let timer = started(1_000_000)
      let clock = 1_000_000
      let measured = 0
      let runningSince: number | undefined = clock
      for (const { control, step } of steps) {
        clock += step
        const after = advance(timer, control, clock)
        assert.equal(typeof after === 'string', nextStatus(timer.status, control) === null)
        if (typeof after === 'string') continue
        const at = after.history.at(-1)?.at ?? 0
        assert.ok(at >= (timer.history.at(-1)?.at ?? 0), 'the history never goes back in time')
        if (runningSince !== undefined) measured += at - runningSince
        runningSince = control === 'resume' ? at : undefined
        timer = after
        assert.equal(elapsedAtEntries(timer.history).at(-1), measured)
      }
      const now = Math.max(clock, timer.history.at(-1)?.at ?? 0) + rest
      const open = runningSince === undefined ? 0 : now - runningSince
      assert.equal(elapsedMs(timer.history, now), measured + open)
      assert.equal(timer.status === 'RUNNING', runningSince !== undefined)
      assert.deepEqual(readHistory(writeHistory(timer.history)), timer.history)
    }),
    { numRuns: 500 },
  )
})

const MOMENT = 1_800_000_000_000
const offset = fc.oneof(
  fc.integer({ min: -5_000, max: 5_000 }),
  fc.integer({ min: -LATEST_MS - 5_000, max: LATEST_MS }),
  fc.constantFrom(0, AHEAD_MS, AHEAD_MS + 1, -LATEST_MS, -LATEST_MS - 1),
)

test('the time of the press is accepted or rejected by exactly three rules', () => {
  fc.assert(
    fc.property(offset, fc.option(offset, { nil: undefined }), (ahead, lastAhead) => {
      const [now, at] = [MOMENT, MOMENT + ahead]
      const last = lastAhead === undefined ? undefined : MOMENT + lastAhead
      const recorded = timeOfPress(at, now, last)
      // The server's clock may have gone back to a time before the last event.
      const present = Math.max(now, last ?? now)
      const broken = [at > present + AHEAD_MS, at < now - LATEST_MS, last !== undefined && at < last]
      assert.equal(typeof recorded === 'string', broken.includes(true))
      if (typeof recorded === 'string') return
      assert.ok(recorded <= present, 'never in the future')
      assert.ok(recorded >= (last ?? recorded), 'never before earlier events')
      if (at <= now) assert.equal(recorded, at, 'otherwise exactly the time of the press')
    }),
    { numRuns: 1_000 },
  )
})

test('without a time of the press the current time counts, or the last event if the clock stepped back', () => {
  fc.assert(
    fc.property(fc.constantFrom(null, undefined), offset, (at, lastAhead) => {
      const last = MOMENT + lastAhead
      assert.equal(timeOfPress(at, MOMENT, last), Math.max(MOMENT, last))
      assert.equal(timeOfPress(at, MOMENT, undefined), MOMENT)
    }),
  )
})

test('commands that arrive late measure the same time as if they had arrived at once', () => {
  const presses = fc.array(
    fc.record({ control: fc.constantFrom(...CONTROLS), step: fc.nat({ max: 5_000 }) }),
    { maxLength: 40 },
  )
  fc.assert(
    fc.property(presses, fc.nat({ max: LATEST_MS - 300_000 }), (steps, delay) => {
      let [prompt, late] = [started(MOMENT), started(MOMENT)]
      let clock = MOMENT
      for (const { control, step } of steps) {
        clock += step
        const [a, b] = [advance(prompt, control, clock), advance(late, control, clock + delay, clock)]
        assert.equal(typeof a === 'string', typeof b === 'string')
        if (typeof a === 'string' || typeof b === 'string') continue
        assert.deepEqual({ ...b, updated_at: 0 }, { ...a, updated_at: 0 })
        assert.equal(b.updated_at, clock + delay, 'it was changed when the command arrived')
        ;[prompt, late] = [a, b]
      }
      assert.equal(elapsedMs(late.history, clock), elapsedMs(prompt.history, clock))
    }),
    { numRuns: 300 },
  )
})

test('a rejected time of the press says which rule it violates', () => {
  const running = started(MOMENT)
  const pressed = (at: number, now = MOMENT) => advance(running, 'pause', now, at)
  assert.match(String(pressed(MOMENT + AHEAD_MS + 1)), /in the future/)
  assert.match(String(pressed(MOMENT - 1)), /before the last event/)
  assert.match(String(pressed(MOMENT, MOMENT + LATEST_MS + 1)), /more than 30 days ago/)
  // An invalid status is reported even if the time is also invalid.
  const stopped = advance(running, 'stop', MOMENT + 10)
  assert.ok(typeof stopped !== 'string')
  assert.match(String(advance(stopped, 'pause', MOMENT + 20, MOMENT + 5)), /already ended/)
})

test('many short segments lose nothing', () => {
  let timer = started(0)
  for (let i = 0; i < 1_000; i++) {
    const after = advance(timer, timer.status === 'RUNNING' ? 'pause' : 'resume', (i + 1) * 999)
    assert.ok(typeof after !== 'string')
    timer = after
  }
  assert.equal(elapsedMs(timer.history, 1e9), 500 * 999 + 1e9 - 1_000 * 999)
})

test('start, pause and end times follow from the history', () => {
  const at = (timer: Timer, control: Control, now: number) => {
    const after = advance(timer, control, now)
    assert.ok(typeof after !== 'string')
    return after
  }
  const running = started(10)
  assert.deepEqual(momentsOf(running), { segment_started_at: 10, paused_at: null, ended_at: null })
  const paused = at(running, 'pause', 20)
  assert.deepEqual(momentsOf(paused), { segment_started_at: null, paused_at: 20, ended_at: null })
  const resumed = at(paused, 'resume', 30)
  assert.deepEqual(momentsOf(resumed), { segment_started_at: 30, paused_at: null, ended_at: null })
  const stopped = at(resumed, 'stop', 40)
  assert.deepEqual(momentsOf(stopped), { segment_started_at: null, paused_at: 20, ended_at: 40 })
  const neverPaused = at(running, 'cancel', 15)
  assert.deepEqual(momentsOf(neverPaused), { segment_started_at: null, paused_at: null, ended_at: 15 })
})

test('a history has a maximum length, but the timer can always be stopped', () => {
  const history = Array.from({ length: MAX_ENTRIES }, (_, i) => ({
    action: i === 0 ? ('start' as const) : i % 2 ? ('pause' as const) : ('resume' as const),
    at: i,
  }))
  const full: Timer = { ...started(0), status: 'PAUSED', history }
  assert.match(String(advance(full, 'resume', 1e6)), /too often/)
  assert.equal((advance(full, 'stop', 1e6) as Timer).status, 'COMPLETED')
})
