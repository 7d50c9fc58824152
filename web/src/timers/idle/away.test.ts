import assert from 'node:assert/strict'
import { test } from 'node:test'
import { awayUntil, measuredAway } from './away.ts'

const MINUTE = 60_000

test('asks after five minutes without input', () => {
  assert.equal(awayUntil(0, 5 * MINUTE - 1), undefined)
  assert.deepEqual(awayUntil(0, 5 * MINUTE), { from: 0, to: 5 * MINUTE })
})

test('counts only time that the timer measured', () => {
  assert.deepEqual(measuredAway({ from: 0, to: 30 * MINUTE }, 10 * MINUTE), {
    from: 10 * MINUTE,
    to: 30 * MINUTE,
  })
  assert.equal(measuredAway({ from: 0, to: 30 * MINUTE }, 26 * MINUTE), undefined)
})
