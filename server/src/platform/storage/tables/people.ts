// Tables of people, friendship, blocks and sharing.
import type { Bool } from './column.ts'

interface UsersTable {
  id: string
  display_name: string
  avatar_url: string | null
  /** Lower case. */
  email: string | null
  email_verified: Bool
  friend_code: string
  /** Milliseconds: `iat` of the token that the profile was taken from. */
  claims_at: number
  created_at: number
  updated_at: number
}

/** Requests and friendships; a pair has at most one row. */
interface FriendshipsTable {
  id: string
  requester_id: string
  addressee_id: string
  /** The two ids in order: unique, whoever asked first. */
  low_id: string
  high_id: string
  status: 'pending' | 'accepted'
  created_at: number
  updated_at: number
}

/** Two rows per friendship, so that "the friends of X" is one index look-up. */
interface FriendsTable {
  user_id: string
  friend_id: string
  friendship_id: string
  since: number
}

/**
 * Requests to an address, kept whether or not anybody has it, so that the sender cannot tell.
 * Who has verified the address finds them there.
 */
interface EmailRequestsTable {
  id: string
  requester_id: string
  /** Lower case. */
  email: string
  /** Answered or void: no longer shown to who has the address, still shown to the sender. */
  closed: Bool
  created_at: number
}

interface BlocksTable {
  id: string
  blocker_id: string
  blocked_id: string
  created_at: number
}

/** Only what is shared has a row: private is the absence of one. */
interface VisibilityTable {
  id: string
  resource_type: 'schedule' | 'timer' | 'todo' | 'meeting'
  resource_id: string
  owner_id: string
  level: 'friends' | 'selected' | 'allowed_emails' | 'public'
  created_at: number
  updated_at: number
}

/** The entries of a list name the thing itself, so that what is shared with somebody is one index look-up. */
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
