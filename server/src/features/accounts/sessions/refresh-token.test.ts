// Refresh tokens: only ours are read, each is good once, and a late second use is a theft.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../../../scripts/test/properties.ts'
import { expiryAfterUse, judge, readRefreshToken, writeRefreshToken } from './refresh-token.ts'

const SECRET = 'a secret of more than thirty-two characters'
const DAY = 86_400_000
const tokens = fc.record(
  { session_id: fc.uuid(), generation: fc.integer({ min: 0, max: 999_999_999 }) },
  { noNullPrototype: true },
)

test('what was written is read, and with another secret is not', () => {
  fc.assert(
    fc.property(tokens, token => {
      const text = writeRefreshToken(token, SECRET)
      assert.deepEqual(readRefreshToken(text, SECRET), token)
      assert.equal(readRefreshToken(text, `${SECRET}!`), undefined)
    }),
  )
})

test('a changed token and any other text is not read', () => {
  fc.assert(
    fc.property(tokens, fc.nat(), fc.constantFrom(...'0123456789abcdef.-_Z'), (token, at, letter) => {
      const text = writeRefreshToken(token, SECRET)
      const index = at % text.length
      const changed = text.slice(0, index) + letter + text.slice(index + 1)
      if (changed !== text) assert.equal(readRefreshToken(changed, SECRET), undefined)
    }),
  )
  fc.assert(fc.property(fc.string(), text => assert.equal(readRefreshToken(text, SECRET), undefined)))
})

test('exchange, repeat within a minute, theft', () => {
  const session = { generation: 3, exchanged_at: 1_000_000 }
  const of = (generation: number, now: number) => judge({ session_id: 'x', generation }, session, now)
  assert.equal(of(3, 1_000_001), 'exchange')
  assert.equal(of(3, 9_000_000), 'exchange')
  assert.equal(of(2, 1_060_000), 'repeat')
  assert.equal(of(2, 1_060_001), 'stolen')
  assert.equal(of(1, 1_000_001), 'stolen')
  assert.equal(of(4, 1_000_001), 'stolen')
})

test('a session lives 30 days after its last use, and a year at most', () => {
  assert.equal(expiryAfterUse(0, 5 * DAY), 35 * DAY)
  assert.equal(expiryAfterUse(0, 350 * DAY), 365 * DAY)
})
