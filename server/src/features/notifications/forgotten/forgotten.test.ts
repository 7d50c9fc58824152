import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forgottenBy } from './forgotten.ts'

const MINUTE = 60_000
const limits = { factor: 2, silent_ms: 60 * MINUTE }
const timer = {
  history: [{ action: 'start', at: 0 }] as const,
  started_at: 0,
  allocated_duration: 25 * 60,
}
const at = (minute: number, more: { heard_at?: number; next_entry?: number } = {}) =>
  forgottenBy(
    timer,
    {
      now: minute * MINUTE,
      heard_at: more.heard_at === undefined ? minute * MINUTE : more.heard_at * MINUTE,
      next_entry: more.next_entry === undefined ? undefined : more.next_entry * MINUTE,
    },
    limits,
  )

test('a timer that measured twice its planned duration is over its plan', () => {
  assert.deepEqual(at(49).rules, [])
  assert.deepEqual(at(50).rules, ['planned'])
  assert.equal(at(50).planned_end, 25 * MINUTE)
})

test('pauses do not count', () => {
  const history = [
    { action: 'start', at: 0 },
    { action: 'pause', at: 10 * MINUTE },
    { action: 'resume', at: 110 * MINUTE },
  ] as const
  const paused = (minute: number) =>
    forgottenBy(
      { ...timer, history },
      { now: minute * MINUTE, heard_at: minute * MINUTE, next_entry: undefined },
      limits,
    )
  assert.deepEqual(paused(149).rules, [])
  assert.deepEqual(paused(150), { rules: ['planned'], planned_end: 125 * MINUTE, last_sign: 150 * MINUTE })
})

test('a timer may run 30 minutes into the next entry', () => {
  assert.deepEqual(at(39, { next_entry: 10 }).rules, [])
  const forgotten = at(40, { next_entry: 10 })
  assert.deepEqual([forgotten.rules, forgotten.planned_end], [['entry'], 10 * MINUTE])
})

test('a timer runs while no device is active', () => {
  assert.deepEqual(at(20, { heard_at: 5 }).rules, [])
  const forgotten = at(65, { heard_at: 5 })
  assert.deepEqual([forgotten.rules, forgotten.last_sign], [['planned', 'silent'], 5 * MINUTE])
  // Activity before the timer started does not show when the person left.
  assert.deepEqual(at(20, { heard_at: -100 }).rules, [])
  assert.equal(at(65, { heard_at: -100 }).last_sign, null)
})
