import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../../../scripts/test/properties.ts'
import { assessToken, expiryAfterUse, readRefreshToken, writeRefreshToken } from './refresh-token.ts'

const SECRET = 'a secret of more than thirty-two characters'
const DAY = 86_400_000
const tokens = fc.record(
  { session_id: fc.uuid(), generation: fc.integer({ min: 0, max: 999_999_999 }) },
  { noNullPrototype: true },
)

test('a token is read with its own secret and with no other', () => {
  fc.assert(
    fc.property(tokens, token => {
      const text = writeRefreshToken(token, SECRET)
      assert.deepEqual(readRefreshToken(text, SECRET), token)
      assert.equal(readRefreshToken(text, `${SECRET}!`), undefined)
    }),
  )
})

test('a changed token or any other text is rejected', () => {
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

test('a token is exchanged once, repeatable for a minute, and then counts as stolen', () => {
  const session = { generation: 3, exchanged_at: 1_000_000 }
  const of = (generation: number, now: number) => assessToken({ session_id: 'x', generation }, session, now)
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
