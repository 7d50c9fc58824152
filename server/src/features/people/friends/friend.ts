import { conflict, forbidden, type Problem, rejected } from '../../../platform/kernel/errors.ts'

/** One row per pair of people: a request at first, a friendship once accepted. */
export interface Friendship {
  id: string
  requester_id: string
  addressee_id: string
  status: 'pending' | 'accepted'
  created_at: number
  updated_at: number
}

/** A block is directional: only the blocker can lift it. */
export interface Block {
  id: string
  blocker_id: string
  blocked_id: string
  created_at: number
  version: number
}

/**
 * A request to an email address. The sender must not learn whether anyone has the address:
 * - the request is stored and listed as sent without looking up an account, so that response and timing never differ;
 * - the person who has verified the address finds the request among the received requests;
 * - a rejection, a block or a later request by friend code only closes it, and the sender still sees it as pending;
 * - the request leaves the sender's list if the receiver accepts it or deletes the account; nothing else that the
 *   receiver does removes it.
 */
export interface EmailRequest {
  id: string
  requester_id: string
  email: string
  created_at: number
}

/** Per sender, so that nobody can fill the disk. At the limit, a new request replaces the oldest one. */
export const MAX_EMAIL_REQUESTS = 500

/** A request as one of the two people sees it. The sender of an email request does not see who receives it. */
export interface WaitingRequest {
  id: string
  requester_id: string
  addressee_id: string | null
  by_email: boolean
  created_at: number
}

export interface Friend {
  user_id: string
  friendship_id: string
  display_name: string
  avatar_url: string | null
  since: number
  /** Sequence number of the last change in the reader's change log. */
  version: number
}

export interface RequestInList extends Omit<WaitingRequest, 'by_email'> {
  requester_display_name: string
  requester_avatar_url: string | null
  addressee_display_name: string
  version: number
}

export type BlockedUser = Omit<Friend, 'friendship_id'>

export interface Relations {
  blocked_by_me: boolean
  blocked_by_them: boolean
  friendship: Friendship | undefined
  /** True if the other person has sent a request to the caller's email address. */
  asked_by_email: boolean
}

export function refusalOf(callerId: string, otherId: string, relations: Relations): Problem | undefined {
  if (callerId === otherId) return requestToOneself()
  if (relations.blocked_by_me) return forbidden('You have blocked this person. Unblock them first.')
  if (relations.blocked_by_them) return forbidden('You cannot send this person a friend request.')
  if (relations.friendship?.status === 'accepted') return conflict('You are already friends.')
  if (relations.asked_by_email || relations.friendship?.addressee_id === callerId) {
    return conflict('This person has already sent you a request. Accept it instead.')
  }
  if (relations.friendship) return conflict('You have already sent this person a request.')
  return undefined
}

/** Sorts the two ids, so that a pair has one row regardless of who sent the request. */
export const inOrder = (a: string, b: string): { low_id: string; high_id: string } =>
  a < b ? { low_id: a, high_id: b } : { low_id: b, high_id: a }

export const requestToOneself = () => rejected('You cannot send yourself a friend request.')
