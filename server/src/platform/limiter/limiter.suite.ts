import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../../scripts/test/properties.ts'
import type { Limiter, Rule } from './port.ts'
import { emptyLog, takeFrom } from './sliding-log.ts'

export interface LimiterUnderTest {
  /** Limiters that share their counters, like several server instances. */
  readonly instances: readonly [Limiter, ...Limiter[]]
  setTime(ms: number): Promise<void>
}

const rule: Rule = { key: 'suite', window_ms: 60_000, max: 30 }
const start = 1_800_000_000_000

export function limiterSuite(name: string, open: () => Promise<LimiterUnderTest>): void {
  let keys = 0
  const freshKey = () => `ip:2001:db8:0:${++keys}::/64`

  test(`${name}: of 64 parallel requests, exactly 30 are allowed`, async () => {
    const { instances, setTime } = await open()
    await setTime(start)
    const key = freshKey()
    const decisions = await Promise.all(
      Array.from({ length: 64 }, (_, i) => (instances[i % instances.length] ?? instances[0]).take(rule, key)),
    )
    assert.equal(decisions.filter(decision => decision.allowed).length, 30)
    const left = decisions.filter(decision => decision.allowed).map(decision => decision.remaining)
    assert.deepEqual(
      left.toSorted((a, b) => b - a),
      Array.from({ length: 30 }, (_, i) => 29 - i),
    )
    assert.ok(decisions.every(decision => decision.limit === 30 && decision.reset_s === 60))
  })

  test(`${name}: waiting exactly as long as a refusal says works`, async () => {
    const { instances, setTime } = await open()
    const key = freshKey()
    for (let i = 0; i < 30; i++) {
      await setTime(start + i * 1001)
      assert.equal((await instances[0].take(rule, key)).allowed, true)
    }
    const refused = await instances[0].take(rule, key)
    assert.deepEqual(refused, { allowed: false, limit: 30, remaining: 0, reset_s: 31 })
    await setTime(start + 59_999)
    assert.equal((await instances[0].take(rule, key)).allowed, false)
    await setTime(start + 60_000)
    const next = await instances[0].take(rule, key)
    assert.deepEqual(next, { allowed: true, limit: 30, remaining: 0, reset_s: 2 })
  })

  test(`${name}: keys and rules are counted separately`, async () => {
    const { instances, setTime } = await open()
    await setTime(start)
    const [one, two] = [freshKey(), freshKey()]
    const single: Rule = { key: 'suite.single', window_ms: 1000, max: 1 }
    assert.equal((await instances[0].take(single, one)).allowed, true)
    assert.equal((await instances[0].take(single, one)).allowed, false)
    assert.equal((await instances[0].take(single, two)).allowed, true)
    assert.equal((await instances[0].take({ ...single, key: 'suite.other' }, one)).allowed, true)
  })

  test(`${name}: unusual keys work like any other`, async () => {
    const { instances, setTime } = await open()
    await setTime(start)
    const single: Rule = { key: 'suite.odd', window_ms: 1000, max: 1 }
    for (const key of ['', '}', '{}', 'user:{a}b', 'user:ä 😀\n', '__proto__', 'x'.repeat(255)]) {
      assert.equal((await instances[0].take(single, key)).allowed, true, JSON.stringify(key))
      assert.equal((await instances[0].take(single, key)).allowed, false, JSON.stringify(key))
    }
  })

  test(`${name}: decides like the sliding log, even when the clock steps back`, async () => {
    const { instances, setTime } = await open()
    const some = fc.record({
      max: fc.integer({ min: 1, max: 6 }),
      window_ms: fc.integer({ min: 1, max: 3000 }),
    })
    const steps = fc.array(fc.integer({ min: -500, max: 900 }), { maxLength: 25 })
    await fc.assert(
      fc.asyncProperty(some, steps, async ({ max, window_ms }, walk) => {
        const tried: Rule = { key: `suite.${max}.${window_ms}`, max, window_ms }
        const [key, log] = [freshKey(), emptyLog()]
        let now = start
        for (const step of walk) {
          now += step
          await setTime(now)
          assert.deepEqual(await instances[0].take(tried, key), takeFrom(log, tried, now))
        }
      }),
      { numRuns: 60 },
    )
  })
}
