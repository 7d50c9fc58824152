import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc, { runs } from '../../../scripts/test/properties.ts'
import { type FocusEvent, type FocusPlan, focusStateAt } from './phases.ts'

const MINUTE = 60_000
const pomodoro: FocusPlan = {
  preset: 'pomodoro',
  work_minutes: 25,
  break_minutes: 5,
  long_break_minutes: 15,
  rounds: 2,
}
const log = (...events: [FocusEvent['action'], number][]): FocusEvent[] =>
  events.map(([action, minute]) => ({ action, at: minute * MINUTE }))
const at = (plan: FocusPlan, events: FocusEvent[], minute: number) => {
  const { status, phase, remaining_ms, next, ends_at } = focusStateAt(plan, events, minute * MINUTE)
  const minutes = (ms: number | null) => (ms === null ? null : ms / MINUTE)
  return [status, phase.kind, phase.round, minutes(remaining_ms), minutes(ends_at), next?.kind ?? null]
}

test('pomodoro: rounds with short breaks, a long break at the end', () => {
  const events = log(['start', 0])
  assert.deepEqual(at(pomodoro, events, 10), ['running', 'work', 1, 15, 25, 'short_break'])
  assert.deepEqual(at(pomodoro, events, 25), ['running', 'short_break', 1, 5, 30, 'work'])
  assert.deepEqual(at(pomodoro, events, 31), ['running', 'work', 2, 24, 55, 'long_break'])
  assert.deepEqual(at(pomodoro, events, 60), ['running', 'long_break', 2, 10, 70, null])
  assert.deepEqual(at(pomodoro, events, 70), ['ended', 'long_break', 2, 0, null, null])
})

test('a pause moves the end of the phase, skip and stop end it', () => {
  const paused = log(['start', 0], ['pause', 10])
  assert.deepEqual(at(pomodoro, paused, 500), ['paused', 'work', 1, 15, null, 'short_break'])
  const resumed = [...paused, ...log(['resume', 500])]
  assert.deepEqual(at(pomodoro, resumed, 501), ['running', 'work', 1, 14, 515, 'short_break'])
  const skipped = [...resumed, ...log(['skip', 502])]
  assert.deepEqual(at(pomodoro, skipped, 503), ['running', 'short_break', 1, 4, 507, 'work'])
  assert.equal(
    focusStateAt(pomodoro, [...skipped, ...log(['stop', 504])], 900 * MINUTE).ended_at,
    504 * MINUTE,
  )
})

test('flowtime: work until skipped, and a break of a fifth within its limits', () => {
  const flow: FocusPlan = { ...pomodoro, preset: 'flowtime' }
  assert.deepEqual(at(flow, log(['start', 0]), 200), ['running', 'work', 1, null, null, 'short_break'])
  const breaks = [10, 50, 200].map(minute => at(flow, log(['start', 0], ['skip', minute]), minute)[3])
  assert.deepEqual(breaks, [5, 10, 15])
  const short: FocusPlan = { ...flow, break_minutes: 20, long_break_minutes: 15 }
  assert.equal(at(short, log(['start', 0], ['skip', 10]), 10)[3], 15, 'never more than the long break')
  assert.deepEqual(at(flow, log(['start', 0], ['skip', 50]), 60), [
    'running',
    'work',
    2,
    null,
    null,
    'short_break',
  ])
})

test('countdown: one work phase', () => {
  const countdown: FocusPlan = { ...pomodoro, preset: 'countdown' }
  assert.deepEqual(at(countdown, log(['start', 0]), 24), ['running', 'work', 1, 1, 25, null])
  assert.equal(at(countdown, log(['start', 0]), 25)[0], 'ended')
})

const plans = fc.record({
  preset: fc.constantFrom('pomodoro', 'flowtime', 'countdown'),
  work_minutes: fc.integer({ min: 1, max: 60 }),
  break_minutes: fc.integer({ min: 1, max: 30 }),
  long_break_minutes: fc.integer({ min: 1, max: 60 }),
  rounds: fc.integer({ min: 1, max: 6 }),
}) satisfies fc.Arbitrary<FocusPlan>
const steps = fc.array(
  fc.tuple(fc.constantFrom('pause', 'resume', 'skip', 'stop'), fc.integer({ min: 0, max: 40 * MINUTE })),
  { maxLength: 12 },
)

/** Returns a log of the given actions. Leaves out those that are not allowed at that moment, as the server does. */
function historyOf(plan: FocusPlan, presses: readonly ['pause' | 'resume' | 'skip' | 'stop', number][]) {
  let events = log(['start', 0])
  let now = 0
  for (const [action, wait] of presses) {
    now += wait
    const { status } = focusStateAt(plan, events, now)
    const isAllowed =
      action === 'pause' ? status === 'running' : action === 'resume' ? status === 'paused' : true
    if (status === 'ended') break
    if (isAllowed) events = [...events, { action, at: now }]
  }
  return { events, now }
}

test('five devices that learn of the log late, twice and in parts agree with the server', () => {
  const lags = fc.array(fc.array(fc.nat({ max: 12 }), { maxLength: 8 }), { minLength: 5, maxLength: 5 })
  fc.assert(
    fc.property(plans, steps, lags, fc.nat({ max: 200 * MINUTE }), (plan, presses, orders, later) => {
      const { events, now } = historyOf(plan, presses)
      const server = focusStateAt(plan, events, now + later)
      for (const order of orders) {
        // A device keeps the newest version that it has received, and the current version always arrives last.
        let known: FocusEvent[] = []
        for (const length of [...order, events.length]) {
          const sent = JSON.parse(JSON.stringify(events.slice(0, Math.max(1, length)))) as FocusEvent[]
          if (sent.length >= known.length) known = sent
          // Computing the state earlier must not change the later result.
          focusStateAt(plan, known, now)
        }
        assert.deepEqual(focusStateAt(plan, known, now + later), server)
      }
    }),
    { numRuns: runs(500) },
  )
})

test('phases follow each other without gaps, keep their lengths, and their spans add up', () => {
  fc.assert(
    fc.property(plans, steps, fc.nat({ max: 300 * MINUTE }), (plan, presses, later) => {
      const { events, now } = historyOf(plan, presses)
      const { phases, elapsed_ms, phase } = focusStateAt(plan, events, now + later)
      for (const [index, each] of phases.entries()) {
        assert.equal(each.index, index)
        assert.equal(each.started_at, phases[index - 1]?.ended_at ?? 0)
        const measured = each.spans.reduce((sum, { start, end }) => sum + (end ?? now + later) - start, 0)
        assert.ok(each.length_ms === null || measured <= each.length_ms)
        if (each === phase) assert.equal(measured, elapsed_ms)
      }
    }),
    { numRuns: runs(500) },
  )
})
