// How failures slow down further attempts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Attempts, delayAfter, FORGET_MS, withOneMore } from './attempt.ts'

test('four failures are free, then the delay doubles up to five minutes', () => {
  assert.deepEqual(
    [1, 4, 5, 6, 7, 13, 14, 100].map(delayAfter),
    [0, 0, 1_000, 2_000, 4_000, 256_000, 300_000, 300_000],
  )
})

test('failures add up and are forgotten after a day without any', () => {
  let attempts: Attempts | undefined
  for (let i = 0; i < 6; i++) attempts = withOneMore(attempts, 1000)
  assert.deepEqual(attempts, { failures: 6, blocked_until: 3000, last_at: 1000 })
  assert.equal(withOneMore(attempts, 1000 + FORGET_MS - 1).failures, 7)
  assert.equal(withOneMore(attempts, 1000 + FORGET_MS).failures, 1)
})
