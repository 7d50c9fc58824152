import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Friendship, inOrder, type Relations, refusalOf } from './friend.ts'

const NO_RELATIONS: Relations = {
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
const kindOf = (between: Partial<Relations>, other = 'them') =>
  refusalOf('me', other, { ...NO_RELATIONS, ...between })?.kind

test('strangers may send a request', () => {
  assert.equal(kindOf({}), undefined)
})

test('you cannot send one to yourself', () => {
  assert.equal(kindOf({}, 'me'), 'rejected')
})

test('a block by either side forbids it, regardless of other relations', () => {
  const pending = friendship('pending', 'me')
  assert.equal(kindOf({ blocked_by_me: true, friendship: pending }), 'forbidden')
  assert.equal(kindOf({ blocked_by_them: true, asked_by_email: true }), 'forbidden')
})

test('friendship and requests in either direction are conflicts with their own messages', () => {
  const detail = (between: Partial<Relations>) =>
    refusalOf('me', 'them', { ...NO_RELATIONS, ...between })?.message
  assert.equal(kindOf({ friendship: friendship('accepted', 'me') }), 'conflict')
  assert.match(detail({ friendship: friendship('accepted', 'them') }) ?? '', /already friends/)
  assert.match(detail({ friendship: friendship('pending', 'me') }) ?? '', /You have already sent/)
  assert.match(detail({ friendship: friendship('pending', 'them') }) ?? '', /Accept it instead/)
  assert.match(detail({ asked_by_email: true }) ?? '', /Accept it instead/)
})

test('a pair has one order, regardless of who comes first', () => {
  assert.deepEqual(inOrder('a', 'b'), inOrder('b', 'a'))
})
