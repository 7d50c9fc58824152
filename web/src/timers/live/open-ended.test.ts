import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_ALLOCATED_SECONDS } from '@daymark/contract/timers/timer'
import { isOpenEnded, OPEN_ENDED_SECONDS } from './open-ended.ts'

test('open-ended is the longest length of the contract', () => {
  assert.equal(OPEN_ENDED_SECONDS, MAX_ALLOCATED_SECONDS)
  assert.equal(isOpenEnded({ allocated_duration: OPEN_ENDED_SECONDS }), true)
  assert.equal(isOpenEnded({ allocated_duration: OPEN_ENDED_SECONDS - 1 }), false)
})
