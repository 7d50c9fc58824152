import type * as wire from '@daymark/contract/people/friends'
import type { Zone } from '../../../platform/kernel/time/zone.ts'
import type { Block, BlockedUser, Friend, Friendship, RequestInList } from './friend.ts'

export const presentFriend = (friend: Friend, zone: Zone): wire.Friend => ({
  user_id: friend.user_id,
  friendship_id: friend.friendship_id,
  display_name: friend.display_name,
  avatar_url: friend.avatar_url,
  since: zone.format(friend.since),
  version: friend.version,
})

export const presentRequest = (request: RequestInList, zone: Zone): wire.FriendRequest => ({
  id: request.id,
  requester_id: request.requester_id,
  addressee_id: request.addressee_id,
  requester_display_name: request.requester_display_name,
  requester_avatar_url: request.requester_avatar_url,
  addressee_display_name: request.addressee_display_name,
  created_at: zone.format(request.created_at),
  version: request.version,
})

/** The version is a placeholder, because responses to writes get it from the change log. */
export const presentFriendship = (friendship: Friendship, zone: Zone): wire.Friendship => ({
  id: friendship.id,
  requester_id: friendship.requester_id,
  addressee_id: friendship.addressee_id,
  status: friendship.status,
  blocked_by: null,
  created_at: zone.format(friendship.created_at),
  updated_at: zone.format(friendship.updated_at),
  version: 0,
})

/** The API shows a block as a friendship with the status `blocked`. */
export const presentBlock = (block: Block, zone: Zone): wire.Friendship => ({
  id: block.id,
  requester_id: block.blocker_id,
  addressee_id: block.blocked_id,
  status: 'blocked',
  blocked_by: block.blocker_id,
  created_at: zone.format(block.created_at),
  updated_at: zone.format(block.created_at),
  version: block.version,
})

export const presentBlockedUser = (user: BlockedUser, zone: Zone): wire.BlockedUser => ({
  user_id: user.user_id,
  display_name: user.display_name,
  avatar_url: user.avatar_url,
  since: zone.format(user.since),
  version: user.version,
})
