import assert from 'node:assert/strict'
import { test } from 'node:test'
import { amountText, fillOf } from './usage-amounts.ts'

const join = (used: string, limit: string) => `${used} of ${limit}`

test('counts are grouped, sizes have units', () => {
  assert.equal(amountText('todos', { used: 1234, limit: 100_000 }, 'en', join), '1,234 of 100,000')
  assert.equal(amountText('bytes', { used: 1536, limit: 268_435_456 }, 'en', join), '1.5 kB of 256 MB')
  assert.equal(amountText('bytes', { used: 12, limit: null }, 'en', join), '12 bytes')
})

test('a meter is full at the limit and missing without one', () => {
  assert.equal(fillOf({ used: 5, limit: 10 }), 0.5)
  assert.equal(fillOf({ used: 15, limit: 10 }), 1)
  assert.equal(fillOf({ used: 15, limit: null }), undefined)
})
