import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../../scripts/test/properties.ts'
import type { Decision, Rule } from './port.ts'
import { emptyLog, takeFrom } from './sliding-log.ts'

const ruleOf = (max: number, window_ms: number): Rule => ({ key: 'test', max, window_ms })

function naiveLog(rule: Rule): (now: number) => Decision {
  let allowedAt: number[] = []
  return now => {
    allowedAt = allowedAt.map(at => Math.min(at, now)).filter(at => now - at < rule.window_ms)
    const allowed = allowedAt.length < rule.max
    if (allowed) allowedAt.push(now)
    const left = Math.max(...allowedAt.map(at => at + rule.window_ms - now).slice(0, 1))
    const remaining = rule.max - allowedAt.length
    return { allowed, limit: rule.max, remaining, reset_s: Math.ceil(left / 1000) }
  }
}

const rules = fc.record({
  max: fc.integer({ min: 1, max: 20 }),
  window_ms: fc.integer({ min: 1, max: 5000 }),
})
const someRule = rules.map(({ max, window_ms }) => ruleOf(max, window_ms))

test('decides like the naive model, even when the clock steps back', () => {
  const steps = fc.array(
    fc.oneof(
      { weight: 8, arbitrary: fc.integer({ min: 0, max: 700 }) },
      { weight: 2, arbitrary: fc.constantFrom('window' as const, 'almost' as const) },
      { weight: 1, arbitrary: fc.integer({ min: -20_000, max: -1 }) },
    ),
    { maxLength: 120 },
  )
  fc.assert(
    fc.property(someRule, steps, (rule, walk) => {
      const log = emptyLog()
      const model = naiveLog(rule)
      let now = 1_700_000_000_000
      for (const step of walk) {
        now += step === 'window' ? rule.window_ms : step === 'almost' ? rule.window_ms - 1 : step
        assert.deepEqual(takeFrom(log, rule, now), model(now))
        assert.ok(log.times.length <= rule.max)
      }
    }),
    { numRuns: 500 },
  )
})

test('no window ever contains more than the maximum, and no request below it is refused', () => {
  fc.assert(
    fc.property(someRule, fc.array(fc.nat({ max: 900 }), { maxLength: 150 }), (rule, gaps) => {
      const log = emptyLog()
      const passed: number[] = []
      let now = 0
      for (const gap of gaps) {
        now += gap
        const recent = passed.filter(at => at > now - rule.window_ms).length
        const { allowed } = takeFrom(log, rule, now)
        assert.equal(allowed, recent < rule.max)
        if (allowed) passed.push(now)
      }
    }),
  )
})

test('waiting exactly as long as a refusal says works, and a second less does not', () => {
  fc.assert(
    fc.property(someRule, fc.array(fc.nat({ max: 400 }), { minLength: 21, maxLength: 60 }), (rule, gaps) => {
      const log = emptyLog()
      let now = 0
      for (const gap of gaps) {
        now += gap
        const { allowed, reset_s } = takeFrom(log, rule, now)
        if (allowed) continue
        assert.equal(takeFrom(log, rule, now + (reset_s - 1) * 1000).allowed, false)
        now += reset_s * 1000
        assert.equal(takeFrom(log, rule, now).allowed, true)
      }
    }),
  )
})

test('an entry exactly one window old has left the window', () => {
  const log = emptyLog()
  const rule = ruleOf(1, 60_000)
  assert.deepEqual(takeFrom(log, rule, 5), { allowed: true, limit: 1, remaining: 0, reset_s: 60 })
  assert.deepEqual(takeFrom(log, rule, 60_004), { allowed: false, limit: 1, remaining: 0, reset_s: 1 })
  assert.equal(takeFrom(log, rule, 60_005).allowed, true)
})

test('refused requests are not counted', () => {
  const log = emptyLog()
  const rule = ruleOf(2, 1000)
  takeFrom(log, rule, 0)
  takeFrom(log, rule, 500)
  for (let now = 500; now < 1000; now++) assert.equal(takeFrom(log, rule, now).allowed, false)
  assert.deepEqual(takeFrom(log, rule, 1000), { allowed: true, limit: 2, remaining: 0, reset_s: 1 })
})

test('a clock that was a year ahead blocks no client for longer than one window', () => {
  const log = emptyLog()
  const rule = ruleOf(3, 60_000)
  const year = 365 * 86_400_000
  for (let i = 0; i < 3; i++) takeFrom(log, rule, year + i)
  assert.deepEqual(takeFrom(log, rule, 1000), { allowed: false, limit: 3, remaining: 0, reset_s: 60 })
  assert.equal(takeFrom(log, rule, 61_000).allowed, true)
})
