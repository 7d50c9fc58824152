import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../../../scripts/test/properties.ts'
import {
  ALL_NETWORKS,
  type Attempts,
  countFailure,
  delayAfter,
  forgetFailure,
  forgiven,
  SOURCE,
} from './attempt.ts'

test('four failures cost nothing, then the delay doubles up to five minutes', () => {
  assert.deepEqual(
    [1, 4, 5, 6, 7, 13, 14, 100].map(failures => delayAfter(failures, SOURCE)),
    [0, 0, 1_000, 2_000, 4_000, 256_000, 300_000, 300_000],
  )
  assert.deepEqual(
    [99, 100, 105, 106, 1000].map(failures => delayAfter(failures, ALL_NETWORKS)),
    [0, 1_000, 32_000, 60_000, 60_000],
  )
})

test('failures add up, and one is forgiven every five minutes', () => {
  let attempts: Attempts | undefined
  for (let i = 0; i < 6; i++) attempts = countFailure(attempts, 1000, SOURCE)
  assert.deepEqual(attempts, { failures: 6, blocked_until: 3000, last_at: 1000 })
  assert.ok(attempts)
  const after = (ms: number) => forgiven(attempts, 1000 + ms, SOURCE)
  assert.deepEqual(after(299_999), attempts)
  assert.deepEqual(after(300_000), { ...attempts, failures: 5, last_at: 301_000 })
  assert.deepEqual(after(650_000), { ...attempts, failures: 4, last_at: 601_000 })
  assert.equal(after(86_400_000).failures, 0)
  assert.equal(countFailure(attempts, 601_000, SOURCE).failures, 5)
})

test('one wrong guess every five minutes never causes a delay', () => {
  let attempts: Attempts | undefined
  for (let now = 0; now < 7 * 86_400_000; now += 300_000) {
    attempts = countFailure(attempts, now, SOURCE)
    assert.ok(attempts.blocked_until <= now)
  }
})

test('guessing as fast as allowed gives about twelve guesses an hour', () => {
  let attempts: Attempts | undefined
  let guesses = 0
  for (let now = 0; now < 24 * 3_600_000; now = Math.max(attempts.blocked_until, now + 1)) {
    attempts = countFailure(attempts, now, SOURCE)
    guesses++
  }
  assert.ok(guesses > 280 && guesses < 320, `${guesses} guesses a day`)
})

test('an attempt that is taken back leaves no trace', () => {
  const step = fc.record({ pause: fc.nat(400_000), again: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), steps => {
      let now = 0
      let counted: Attempts | undefined
      for (const { pause, again } of steps) {
        now += pause
        const before = counted && forgiven(counted, now, SOURCE)
        counted = countFailure(counted, now, SOURCE)
        if (!again) continue
        const back = forgetFailure(counted, now, SOURCE)
        assert.equal(back.failures, before?.failures ?? 0)
        assert.ok(back.blocked_until <= counted.blocked_until)
        counted = back
      }
    }),
  )
})
