import type { Bool, Version } from './column.ts'

interface UsersTable {
  id: string
  display_name: string
  avatar_url: string | null
  /** Always lowercase. */
  email: string | null
  email_verified: Bool
  friend_code: string
  /** The issue time (`iat`) of the token that contained the profile, in milliseconds. */
  claims_at: number
  created_at: number
  updated_at: number
}

/** Requests and friendships. A pair of people has at most one row. */
interface FriendshipsTable {
  id: string
  requester_id: string
  addressee_id: string
  /** The two ids in order, so that the pair is unique regardless of the requester. */
  low_id: string
  high_id: string
  status: 'pending' | 'accepted'
  created_at: number
  updated_at: number
  /** The versions of a pending request in each person's log. */
  requester_version: Version
  addressee_version: Version
}

/** Stores two rows per friendship, so that "the friends of X" is one index lookup. */
interface FriendsTable {
  user_id: string
  friend_id: string
  friendship_id: string
  since: number
  version: Version
}

/**
 * Requests to email addresses. They are stored even if nobody has the address, so that the sender cannot tell. Apart
 * from the sender, only the person who has verified the address sees them.
 */
interface EmailRequestsTable {
  id: string
  requester_id: string
  /** Always lowercase. */
  email: string
  /** True once the request is answered or obsolete. The address's owner no longer sees it, but the sender does. */
  closed: Bool
  created_at: number
  version: Version
}

interface BlocksTable {
  id: string
  blocker_id: string
  blocked_id: string
  created_at: number
  version: Version
}

/** Private items have no row. */
interface VisibilityTable {
  id: string
  resource_type: 'schedule' | 'timer' | 'todo' | 'meeting'
  resource_id: string
  owner_id: string
  level: 'friends' | 'selected' | 'allowed_emails' | 'public'
  created_at: number
  updated_at: number
}

/** Contains the shared item's id, so that "shared with X" is one index lookup. */
interface ListEntry {
  visibility_id: string
  resource_type: 'schedule' | 'timer' | 'todo' | 'meeting'
  resource_id: string
}

export interface PeopleTables {
  users: UsersTable
  friendships: FriendshipsTable
  friends: FriendsTable
  email_requests: EmailRequestsTable
  blocks: BlocksTable
  visibility: VisibilityTable
  visibility_users: ListEntry & { user_id: string }
  visibility_emails: ListEntry & { email: string }
  visibility_domains: ListEntry & { domain: string }
}
