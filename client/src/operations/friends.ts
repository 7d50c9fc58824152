// The operations of `friends`. Generated from the route table by "npm run openapi"; edit the route table instead.
import type { Routes } from '@daymark/contract/routes'
import { listOperation, operation } from '../operation.ts'

type Group = Routes['friends']

/**
 * List friends, newest friendship first.
 *
 * Includes each friend's current name and picture. Use `friendship_id` to end the friendship.
 *
 * `GET /v1/friends`
 */
export const list = /* @__PURE__ */ listOperation<Group['list']>('/v1/friends')

/**
 * List the ids of friends, newest friendship first.
 *
 * A shorter form of the list for programs that need only the ids.
 *
 * `GET /v1/friends/ids`
 */
export const ids = /* @__PURE__ */ listOperation<Group['ids']>('/v1/friends/ids')

/**
 * Check whether someone is a friend.
 *
 * Returns a bare `true` or `false`. A person who does not exist is `false` too.
 *
 * `GET /v1/friends/check/{user_id}`
 */
export const check = /* @__PURE__ */ operation<Group['check']>('GET', '/v1/friends/check/{user_id}')

/**
 * List your pending received friend requests, newest first.
 *
 * Only pending requests: accepted and rejected ones are not listed.
 *
 * `GET /v1/friends/requests/received`
 */
export const received = /* @__PURE__ */ listOperation<Group['received']>('/v1/friends/requests/received')

/**
 * List your pending sent friend requests, newest first.
 *
 * A request to an email address is listed whether or not anyone has an account with it, and stays
 * until it is accepted or canceled, a person who has verified the address deletes their account, or
 * you have sent 500 newer ones.
 *
 * `GET /v1/friends/requests/sent`
 */
export const sent = /* @__PURE__ */ listOperation<Group['sent']>('/v1/friends/requests/sent')

/**
 * Send a friend request.
 *
 * With a `friend_code`, returns 201 and the friendship. With an `email`, always returns 202, so that
 * nobody can find out who has an account; the request reaches the person who has verified that address
 * (see `verifies_emails` in `/config.json`). 400 for your own code or address.
 *
 * `POST /v1/friends/requests`
 */
export const request = /* @__PURE__ */ operation<Group['request']>('POST', '/v1/friends/requests')

/**
 * Accept a friend request.
 *
 * Only the person who received the request may accept it. After that, each can see what the other
 * shares with friends.
 *
 * `POST /v1/friends/requests/{friendship_id}/accept`
 */
export const accept = /* @__PURE__ */ operation<Group['accept']>('POST', '/v1/friends/requests/{friendship_id}/accept')

/**
 * Reject a friend request.
 *
 * Only the person who received the request may reject it; the sender is not notified and may send
 * another one.
 *
 * `POST /v1/friends/requests/{friendship_id}/reject`
 */
export const reject = /* @__PURE__ */ operation<Group['reject']>('POST', '/v1/friends/requests/{friendship_id}/reject')

/**
 * Cancel a friend request.
 *
 * Only the sender can cancel a request. This also applies to requests sent to an email address.
 *
 * `DELETE /v1/friends/requests/{friendship_id}`
 */
export const cancel = /* @__PURE__ */ operation<Group['cancel']>('DELETE', '/v1/friends/requests/{friendship_id}')

/**
 * List the people you have blocked, newest first.
 *
 * Lists only your own blocks; people cannot see who has blocked them.
 *
 * `GET /v1/friends/blocks`
 */
export const blocks = /* @__PURE__ */ listOperation<Group['blocks']>('/v1/friends/blocks')

/**
 * Block someone.
 *
 * Ends the friendship and all requests between you, and removes each of you from the other’s lists of
 * selected people. While the block lasts, neither of you can see anything that belongs to the other.
 *
 * `POST /v1/friends/block/{user_id}`
 */
export const block = /* @__PURE__ */ operation<Group['block']>('POST', '/v1/friends/block/{user_id}')

/**
 * Unblock someone.
 *
 * Removes only your own block; a block by the other person stays. The friendship is not restored.
 *
 * `DELETE /v1/friends/block/{user_id}`
 */
export const unblock = /* @__PURE__ */ operation<Group['unblock']>('DELETE', '/v1/friends/block/{user_id}')

/**
 * End a friendship.
 *
 * The former friend loses access to items that you shared with friends or with selected people.
 *
 * `DELETE /v1/friends/{friendship_id}`
 */
export const remove = /* @__PURE__ */ operation<Group['remove']>('DELETE', '/v1/friends/{friendship_id}')
