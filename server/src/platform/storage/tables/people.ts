// Tables of users, friendships, blocks and sharing.
import type { Bool } from './column.ts'

interface UsersTable {
  id: string
  display_name: string
  avatar_url: string | null
  /** Lowercase. */
  email: string | null
  email_verified: Bool
  friend_code: string
  /** The `iat` in milliseconds of the token that the profile came from. */
  claims_at: number
  created_at: number
  updated_at: number
}

/** Requests and friendships; a pair of people has at most one row. */
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
}

/** Two rows per friendship, so that "the friends of X" is one index lookup. */
interface FriendsTable {
  user_id: string
  friend_id: string
  friendship_id: string
  since: number
}

/**
 * Requests to email addresses, stored whether or not anyone has the address, so that the sender cannot tell.
 * The person who has verified the address sees them.
 */
interface EmailRequestsTable {
  id: string
  requester_id: string
  /** Lowercase. */
  email: string
  /** Answered or obsolete: no longer shown to the owner of the address, but still to the sender. */
  closed: Bool
  created_at: number
}

interface BlocksTable {
  id: string
  blocker_id: string
  blocked_id: string
  created_at: number
}

/** Only shared items have a row; a private item has none. */
interface VisibilityTable {
  id: string
  resource_type: 'schedule' | 'timer' | 'todo' | 'meeting'
  resource_id: string
  owner_id: string
  level: 'friends' | 'selected' | 'allowed_emails' | 'public'
  created_at: number
  updated_at: number
}

/** Entries reference the item itself, so that "shared with X" is one index lookup. */
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
