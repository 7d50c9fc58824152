import Type from 'typebox'
import { routeGroup } from '../route.ts'
import { Email } from '../validation/email.ts'
import {
  Clearable,
  Line,
  Nullable,
  Ok,
  OneOf,
  pageQuery,
  Timestamp,
  UserId,
  Uuid,
  UuidIn,
  Version,
} from '../words.ts'

export const Friend = Type.Object(
  {
    user_id: Type.String(),
    friendship_id: Uuid,
    display_name: Type.String(),
    avatar_url: Nullable(Type.String()),
    since: Timestamp,
    version: Version,
  },
  { title: 'Friend' },
)
export type Friend = Type.Static<typeof Friend>

export const FRIENDSHIP_STATUSES = ['pending', 'accepted', 'blocked'] as const

export const Friendship = Type.Object(
  {
    id: Uuid,
    requester_id: Type.String(),
    addressee_id: Type.String(),
    status: OneOf(FRIENDSHIP_STATUSES),
    blocked_by: Nullable(Type.String()),
    created_at: Timestamp,
    updated_at: Timestamp,
    version: Version,
  },
  { title: 'Friendship' },
)
export type Friendship = Type.Static<typeof Friendship>

export const FriendRequest = Type.Object(
  {
    id: Uuid,
    requester_id: Type.String(),
    addressee_id: Nullable(
      Type.String({
        description:
          'The person who received the request; null in the list of sent requests if it went to an email address.',
      }),
    ),
    requester_display_name: Type.String(),
    requester_avatar_url: Nullable(Type.String()),
    addressee_display_name: Type.String({
      description: 'If the request went to an email address, that address.',
    }),
    created_at: Timestamp,
    version: Version,
  },
  { title: 'FriendRequest' },
)
export type FriendRequest = Type.Static<typeof FriendRequest>

export const BlockedUser = Type.Object(
  {
    user_id: Type.String(),
    display_name: Type.String(),
    avatar_url: Nullable(Type.String()),
    since: Timestamp,
    version: Version,
  },
  { title: 'BlockedUser' },
)
export type BlockedUser = Type.Static<typeof BlockedUser>

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

export const FriendRequestCreate = Type.Refine(
  Type.Object(
    {
      friend_code: Clearable(Line(64)),
      email: Clearable(Email),
    },
    { title: 'FriendRequestCreate' },
  ),
  body => isGiven(body.friend_code) !== isGiven(body.email),
  () => 'must have exactly one of friend_code and email',
)

const userParams = Type.Object({ user_id: UserId })
const friendshipParams = Type.Object({ friendship_id: UuidIn })
const pages = Type.Object(pageQuery)

const requestRoutes = routeGroup({
  received: {
    method: 'GET',
    path: '/friends/requests/received',
    summary: 'List your pending received friend requests, newest first',
    description: 'Only pending requests: accepted and rejected ones are not listed.',
    query: pages,
    response: Type.Array(FriendRequest),
    list: true,
  },
  sent: {
    method: 'GET',
    path: '/friends/requests/sent',
    summary: 'List your pending sent friend requests, newest first',
    description:
      'A request to an email address is listed whether or not anyone has an account with it, and stays until it is accepted or canceled, a person who has verified the address deletes their account, or you have sent 500 newer ones.',
    query: pages,
    response: Type.Array(FriendRequest),
    list: true,
  },
  request: {
    method: 'POST',
    path: '/friends/requests',
    summary: 'Send a friend request',
    description:
      'With a `friend_code`, returns 201 and the friendship. With an `email`, always returns 202, so that nobody can find out who has an account; the request reaches the person who has verified that address (see `verifies_emails` in `/config.json`). 400 for your own code or address.',
    body: FriendRequestCreate,
    status: 201,
    otherwise: { status: 202, when: 'The request went to an email address.' },
    response: Type.Union([Friendship, Ok]),
    errors: [400, 403, 404, 409],
  },
  accept: {
    method: 'POST',
    path: '/friends/requests/{friendship_id}/accept',
    summary: 'Accept a friend request',
    description:
      'Only the person who received the request may accept it. After that, each can see what the other shares with friends.',
    params: friendshipParams,
    response: Friendship,
    errors: [403, 404],
  },
  reject: {
    method: 'POST',
    path: '/friends/requests/{friendship_id}/reject',
    summary: 'Reject a friend request',
    description:
      'Only the person who received the request may reject it; the sender is not notified and may send another one.',
    params: friendshipParams,
    response: Ok,
    errors: [403, 404],
  },
  cancel: {
    method: 'DELETE',
    path: '/friends/requests/{friendship_id}',
    resource: 'friend_request',
    summary: 'Cancel a friend request',
    description:
      'Only the sender can cancel a request. This also applies to requests sent to an email address.',
    params: friendshipParams,
    response: Ok,
    errors: [403, 404],
  },
})

const blockRoutes = routeGroup({
  blocks: {
    method: 'GET',
    path: '/friends/blocks',
    summary: 'List the people you have blocked, newest first',
    description: 'Lists only your own blocks; people cannot see who has blocked them.',
    query: pages,
    response: Type.Array(BlockedUser),
    list: true,
  },
  block: {
    method: 'POST',
    path: '/friends/block/{user_id}',
    summary: 'Block someone',
    description:
      'Ends the friendship and all requests between you, and removes each of you from the other’s lists of selected people. While the block lasts, neither of you can see anything that belongs to the other.',
    params: userParams,
    response: Friendship,
    errors: [400, 404],
  },
  unblock: {
    method: 'DELETE',
    path: '/friends/block/{user_id}',
    resource: 'block',
    summary: 'Unblock someone',
    description:
      'Removes only your own block; a block by the other person stays. The friendship is not restored.',
    params: userParams,
    response: Ok,
    errors: [404],
  },
})

export const friendRoutes = routeGroup({
  list: {
    method: 'GET',
    path: '/friends',
    summary: 'List friends, newest friendship first',
    description:
      "Includes each friend's current name and picture. Use `friendship_id` to end the friendship.",
    query: pages,
    response: Type.Array(Friend),
    list: true,
  },
  ids: {
    method: 'GET',
    path: '/friends/ids',
    summary: 'List the ids of friends, newest friendship first',
    description: 'A shorter form of the list for programs that need only the ids.',
    query: pages,
    response: Type.Array(Type.String()),
    list: true,
  },
  check: {
    method: 'GET',
    path: '/friends/check/{user_id}',
    summary: 'Check whether someone is a friend',
    description: 'Returns a bare `true` or `false`. A person who does not exist is `false` too.',
    params: userParams,
    response: Type.Boolean(),
  },
  ...requestRoutes,
  ...blockRoutes,
  remove: {
    method: 'DELETE',
    path: '/friends/{friendship_id}',
    resource: 'friend',
    summary: 'End a friendship',
    description:
      'The former friend loses access to items that you shared with friends or with selected people.',
    params: friendshipParams,
    response: Ok,
    errors: [404],
  },
})
