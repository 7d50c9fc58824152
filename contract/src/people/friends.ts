// Friendship on the wire: friends, requests and blocks.
import Type from 'typebox'
import { routeGroup } from '../route.ts'
import { Email } from '../validation/email.ts'
import { Clearable, Line, Nullable, Ok, OneOf, pageQuery, Timestamp, UserId, Uuid, UuidIn } from '../words.ts'

export const Friend = Type.Object(
  {
    user_id: Type.String(),
    friendship_id: Uuid,
    display_name: Type.String(),
    avatar_url: Nullable(Type.String()),
    since: Timestamp,
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
  },
  { title: 'Friendship' },
)
export type Friendship = Type.Static<typeof Friendship>

export const FriendRequest = Type.Object(
  {
    id: Uuid,
    requester_id: Type.String(),
    addressee_id: Nullable(
      Type.String({ description: 'Null in the list of sent ones when an e-mail address was asked.' }),
    ),
    requester_display_name: Type.String(),
    requester_avatar_url: Nullable(Type.String()),
    addressee_display_name: Type.String({
      description: 'The address itself when an e-mail address was asked.',
    }),
    created_at: Timestamp,
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
    summary: 'List the friend requests that wait for the caller, newest first',
    description: 'Only requests that wait: accepted and rejected ones are gone from here.',
    query: pages,
    response: Type.Array(FriendRequest),
    list: true,
  },
  sent: {
    method: 'GET',
    path: '/friends/requests/sent',
    summary: 'List the friend requests that the caller has sent and that wait, newest first',
    description:
      'A request to an e-mail address is listed in the same way whether or not anybody has that address, and stays until it is accepted or cancelled.',
    query: pages,
    response: Type.Array(FriendRequest),
    list: true,
  },
  request: {
    method: 'POST',
    path: '/friends/requests',
    summary: 'Ask somebody for friendship',
    description:
      'With a `friend_code`: 201 and the friendship. With an `email`: always 202, so that nobody can find out who has an account; it reaches whoever has verified that address (see `verifies_emails` in `/config.json`). One’s own code or address: 400.',
    body: FriendRequestCreate,
    status: 201,
    otherwise: { status: 202, when: 'An e-mail address was asked.' },
    response: Type.Union([Friendship, Ok]),
    errors: [400, 403, 404, 409],
  },
  accept: {
    method: 'POST',
    path: '/friends/requests/{friendship_id}/accept',
    summary: 'Accept a friend request',
    description:
      'Only the person who received the request may accept it. From then on both see what the other shares with friends.',
    params: friendshipParams,
    response: Friendship,
    errors: [403, 404],
  },
  reject: {
    method: 'POST',
    path: '/friends/requests/{friendship_id}/reject',
    summary: 'Reject a friend request',
    description: 'Only the person who was asked may reject; the other one is not told and may ask again.',
    params: friendshipParams,
    response: Ok,
    errors: [403, 404],
  },
  cancel: {
    method: 'DELETE',
    path: '/friends/requests/{friendship_id}',
    summary: 'Take back a friend request',
    description: 'Only the person who asked may take it back, also a request to an e-mail address.',
    params: friendshipParams,
    response: Ok,
    errors: [403, 404],
  },
})

const blockRoutes = routeGroup({
  blocks: {
    method: 'GET',
    path: '/friends/blocks',
    summary: 'List the people whom the caller has blocked, newest first',
    description: "Only one's own blocks; nobody can see by whom they are blocked.",
    query: pages,
    response: Type.Array(BlockedUser),
    list: true,
  },
  block: {
    method: 'POST',
    path: '/friends/block/{user_id}',
    summary: 'Block somebody',
    description:
      'Ends friendship and requests between the two and strikes each from the lists of selected people of the other. Neither sees anything of the other while the block lasts.',
    params: userParams,
    response: Friendship,
    errors: [400, 404],
  },
  unblock: {
    method: 'DELETE',
    path: '/friends/block/{user_id}',
    summary: 'Lift the own block of somebody',
    description:
      'Lifts only the own block: when the other has blocked too, that one stays. The friendship does not come back by itself.',
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
      'With the name and picture that each friend has now. `friendship_id` is what ends the friendship.',
    query: pages,
    response: Type.Array(Friend),
    list: true,
  },
  ids: {
    method: 'GET',
    path: '/friends/ids',
    summary: 'List the ids of friends, newest friendship first',
    description: 'The short form of the list, for a program that only wants to know who.',
    query: pages,
    response: Type.Array(Type.String()),
    list: true,
  },
  check: {
    method: 'GET',
    path: '/friends/check/{user_id}',
    summary: 'Tell whether somebody is a friend',
    description: 'The bare answer `true` or `false`; `false` also for somebody who does not exist.',
    params: userParams,
    response: Type.Boolean(),
  },
  ...requestRoutes,
  ...blockRoutes,
  remove: {
    method: 'DELETE',
    path: '/friends/{friendship_id}',
    summary: 'End a friendship',
    description: 'The former friend loses what was shared with friends and with selected people.',
    params: friendshipParams,
    response: Ok,
    errors: [404],
  },
})
