// The operations of `friends`. Generated from the route table by "npm run openapi"; edit the route table instead.
import type { Routes } from '@daymark/contract/routes'
import { listOperation, operation } from '../operation.ts'

type Group = Routes['friends']

/**
 * List friends, newest friendship first.
 *
 * With the name and picture that each friend has now. `friendship_id` is what ends the friendship.
 *
 * `GET /v1/friends`
 */
export const list = /* @__PURE__ */ listOperation<Group['list']>('/v1/friends')

/**
 * List the ids of friends, newest friendship first.
 *
 * The short form of the list, for a program that needs only the ids.
 *
 * `GET /v1/friends/ids`
 */
export const ids = /* @__PURE__ */ listOperation<Group['ids']>('/v1/friends/ids')

/**
 * Check whether someone is a friend.
 *
 * The bare answer `true` or `false`; `false` also for a person who does not exist.
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
 * A request to an email address is listed in the same way whether or not anyone has that address, and
 * stays until it is accepted or canceled.
 *
 * `GET /v1/friends/requests/sent`
 */
export const sent = /* @__PURE__ */ listOperation<Group['sent']>('/v1/friends/requests/sent')

/**
 * Send a friend request.
 *
 * With a `friend_code`: 201 and the friendship. With an `email`: always 202, so that nobody can find
 * out who has an account; it reaches whoever has verified that address (see `verifies_emails` in
 * `/config.json`). One’s own code or address: 400.
 *
 * `POST /v1/friends/requests`
 */
export const request = /* @__PURE__ */ operation<Group['request']>('POST', '/v1/friends/requests')

/**
 * Accept a friend request.
 *
 * Only the person who received the request may accept it. After that, both see what the other shares
 * with friends.
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
 * Only the person who sent it may cancel it, including a request to an email address.
 *
 * `DELETE /v1/friends/requests/{friendship_id}`
 */
export const cancel = /* @__PURE__ */ operation<Group['cancel']>('DELETE', '/v1/friends/requests/{friendship_id}')

/**
 * List the people you have blocked, newest first.
 *
 * Only your own blocks; people cannot see who has blocked them.
 *
 * `GET /v1/friends/blocks`
 */
export const blocks = /* @__PURE__ */ listOperation<Group['blocks']>('/v1/friends/blocks')

/**
 * Block someone.
 *
 * Ends friendship and requests between the two and removes each from the lists of selected people of
 * the other. Neither sees anything of the other while the block lasts.
 *
 * `POST /v1/friends/block/{user_id}`
 */
export const block = /* @__PURE__ */ operation<Group['block']>('POST', '/v1/friends/block/{user_id}')

/**
 * Lift your block of someone.
 *
 * Lifts only your own block: one by the other person stays. The friendship is not restored.
 *
 * `DELETE /v1/friends/block/{user_id}`
 */
export const unblock = /* @__PURE__ */ operation<Group['unblock']>('DELETE', '/v1/friends/block/{user_id}')

/**
 * End a friendship.
 *
 * The former friend loses access to what was shared with friends and with selected people.
 *
 * `DELETE /v1/friends/{friendship_id}`
 */
export const remove = /* @__PURE__ */ operation<Group['remove']>('DELETE', '/v1/friends/{friendship_id}')
