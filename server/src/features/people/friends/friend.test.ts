// Who may ask whom for friendship: the order in which refusals are looked for.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Between, type Friendship, inOrder, refusalOf } from './friend.ts'

const NOTHING: Between = {
  blocked_by_me: false,
  blocked_by_them: false,
  friendship: undefined,
  asked_by_email: false,
}
const friendship = (status: Friendship['status'], requester_id: string): Friendship => ({
  id: 'f',
  requester_id,
  addressee_id: requester_id === 'me' ? 'them' : 'me',
  status,
  created_at: 0,
  updated_at: 0,
})
const kindOf = (between: Partial<Between>, other = 'them') =>
  refusalOf('me', other, { ...NOTHING, ...between })?.kind

test('nothing between two people is no reason to refuse', () => {
  assert.equal(kindOf({}), undefined)
})

test('oneself cannot be asked', () => {
  assert.equal(kindOf({}, 'me'), 'rejected')
})

test('a block of either side forbids, whatever else there is', () => {
  const pending = friendship('pending', 'me')
  assert.equal(kindOf({ blocked_by_me: true, friendship: pending }), 'forbidden')
  assert.equal(kindOf({ blocked_by_them: true, asked_by_email: true }), 'forbidden')
})

test('friendship and requests in either direction are conflicts, each in its own words', () => {
  const detail = (between: Partial<Between>) => refusalOf('me', 'them', { ...NOTHING, ...between })?.message
  assert.equal(kindOf({ friendship: friendship('accepted', 'me') }), 'conflict')
  assert.match(detail({ friendship: friendship('accepted', 'them') }) ?? '', /friends already/)
  assert.match(detail({ friendship: friendship('pending', 'me') }) ?? '', /You have asked/)
  assert.match(detail({ friendship: friendship('pending', 'them') }) ?? '', /accept that request/)
  assert.match(detail({ asked_by_email: true }) ?? '', /accept that request/)
})

test('a pair has one order, whoever comes first', () => {
  assert.deepEqual(inOrder('a', 'b'), inOrder('b', 'a'))
})
