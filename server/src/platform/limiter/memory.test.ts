import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { limiterSuite } from './limiter.suite.ts'
import { MemoryLimiter, type MemoryLimiterOptions } from './memory.ts'
import type { Rule } from './port.ts'

const rule: Rule = { key: 'rule', window_ms: 1000, max: 2 }

function open(options?: MemoryLimiterOptions) {
  const clock = { time: 0, now: () => clock.time }
  const limiter = new MemoryLimiter(clock, options)
  limiter.close()
  return { clock, limiter }
}

limiterSuite('memory', async () => {
  const { clock, limiter } = open()
  return {
    instances: [limiter],
    setTime: async ms => {
      clock.time = ms
    },
  }
})

test('the result is a plain value, not a promise', () => {
  assert.equal(open().limiter.take(rule, 'a') instanceof Promise, false)
})

test('idle keys are freed while others continue', () => {
  const { clock, limiter } = open()
  for (let i = 0; i < 1000; i++) limiter.take(rule, `silent ${i}`)
  for (clock.time = 0; clock.time <= 2000; clock.time += 100) limiter.take(rule, 'busy')
  assert.equal(limiter.size, 1)
})

test('the sweep frees the keys of an unused rule', () => {
  const { clock, limiter } = open()
  for (let i = 0; i < 1000; i++) limiter.take(rule, `silent ${i}`)
  clock.time = 999
  limiter.sweep()
  assert.equal(limiter.size, 1000)
  clock.time = 2000
  limiter.sweep()
  assert.equal(limiter.size, 0)
})

test('the sweep runs periodically until the limiter is closed', t => {
  mock.timers.enable({ apis: ['setInterval'] })
  t.after(() => mock.timers.reset())
  const clock = { time: 0, now: () => clock.time }
  const limiter = new MemoryLimiter(clock, { sweep_ms: 30_000 })
  limiter.take(rule, 'a')
  clock.time = 30_000
  mock.timers.tick(30_000)
  assert.equal(limiter.size, 0)
  limiter.take(rule, 'a')
  limiter.close()
  clock.time = 60_000
  mock.timers.tick(30_000)
  assert.equal(limiter.size, 1)
})

test('no key is freed before its requests have left the window', () => {
  const { clock, limiter } = open()
  clock.time = 100
  limiter.take(rule, 'first')
  clock.time = 900
  limiter.take(rule, 'a')
  limiter.take(rule, 'a')
  for (clock.time = 901; clock.time < 1900; clock.time++) {
    limiter.sweep()
    assert.equal(limiter.take(rule, 'a').allowed, false, `at ${clock.time}`)
  }
  clock.time = 1900
  assert.equal(limiter.take(rule, 'a').allowed, true)
})

test('the number of keys is bounded', () => {
  const { limiter } = open({ max_keys_per_rule: 100 })
  for (let i = 0; i < 10_000; i++) limiter.take(rule, `key ${i}`)
  assert.ok(limiter.size <= 100, String(limiter.size))
})

test('a flood of other keys does not reset an active key', () => {
  const { limiter } = open({ max_keys_per_rule: 100 })
  limiter.take(rule, 'mine')
  limiter.take(rule, 'mine')
  for (let i = 0; i < 10_000; i++) {
    limiter.take(rule, `flood ${i}`)
    if (i % 49 === 0) assert.equal(limiter.take(rule, 'mine').allowed, false, `after ${i}`)
  }
})

test('an idle key survives as many others as half the cap', () => {
  const { limiter } = open({ max_keys_per_rule: 100 })
  for (let lead = 0; lead < 100; lead++) {
    const mine = `mine ${lead}`
    limiter.take(rule, mine)
    limiter.take(rule, mine)
    for (let i = 0; i < 50; i++) limiter.take(rule, `flood ${lead} ${i}`)
    assert.equal(limiter.take(rule, mine).allowed, false, `round ${lead}`)
  }
})

test('a key that is used at the moment of a forced rotation survives it', () => {
  const { limiter } = open({ max_keys_per_rule: 4 })
  for (const key of ['mine', 'mine', 'a', 'b', 'c']) limiter.take(rule, key)
  assert.equal(limiter.take(rule, 'mine').allowed, false)
})

test('after the clock stepped back, nothing is dropped early and idle keys are still freed', () => {
  const { clock, limiter } = open()
  clock.time = 1_000_000
  limiter.take(rule, 'a')
  limiter.take(rule, 'a')
  clock.time = 500
  assert.equal(limiter.take(rule, 'a').allowed, false)
  clock.time = 1499
  assert.equal(limiter.take(rule, 'a').allowed, false)
  clock.time = 1500
  assert.equal(limiter.take(rule, 'a').allowed, true)
  clock.time = 4000
  limiter.sweep()
  assert.equal(limiter.size, 0)
})
