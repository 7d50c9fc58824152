// Friendship, requests and blocks as the service knows them, and the rules that need no database.
import { conflict, forbidden, type Problem, rejected } from '../../../platform/kernel/errors.ts'

/** One row per pair: a request until it is accepted. */
export interface Friendship {
  id: string
  requester_id: string
  addressee_id: string
  status: 'pending' | 'accepted'
  created_at: number
  updated_at: number
}

/** Directional: only the blocker can lift it. */
export interface Block {
  id: string
  blocker_id: string
  blocked_id: string
  created_at: number
}

/**
 * A request to an e-mail address. Whether anybody has the address must stay unknown to the sender, so:
 * - it is stored and listed as sent without looking for an account, hence the same answer, work and time;
 * - who has verified the address finds it among the received ones when asking for those;
 * - a rejection, a block or a friendship made otherwise only closes it: the sender still sees it waiting;
 * - it leaves the sender's list when it is accepted, which tells no more than the new friend does,
 *   or when the sender takes it back.
 */
export interface EmailRequest {
  id: string
  requester_id: string
  email: string
  created_at: number
}

/** A sender's oldest requests to addresses give way beyond this, so that nobody can fill the disk with them. */
export const MOST_EMAIL_REQUESTS = 500

/** A request as one of its two sides finds it; for the sender of an e-mail request there is no addressee. */
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
}

export interface RequestInList extends Omit<WaitingRequest, 'by_email'> {
  requester_display_name: string
  requester_avatar_url: string | null
  addressee_display_name: string
}

export type BlockedUser = Omit<Friend, 'friendship_id'>

/** What stands between two people when one asks for the other's friendship. */
export interface Between {
  blocked_by_me: boolean
  blocked_by_them: boolean
  friendship: Friendship | undefined
  /** They have asked the caller's address, and the caller sees that among the received requests. */
  asked_by_email: boolean
}

/** Why the caller may not ask this person, or undefined. */
export function refusalOf(callerId: string, otherId: string, between: Between): Problem | undefined {
  if (callerId === otherId) return toOneself()
  if (between.blocked_by_me) return forbidden('You have blocked this person; lift the block first.')
  if (between.blocked_by_them) return forbidden('This person cannot be asked for friendship.')
  if (between.friendship?.status === 'accepted') return conflict('You are friends already.')
  if (between.asked_by_email || between.friendship?.addressee_id === callerId) {
    return conflict('This person has asked you already; accept that request instead.')
  }
  if (between.friendship) return conflict('You have asked this person already.')
  return undefined
}

/** The pair in a fixed order, whoever asked whom. */
export const inOrder = (a: string, b: string): { low_id: string; high_id: string } =>
  a < b ? { low_id: a, high_id: b } : { low_id: b, high_id: a }

export const toOneself = () => rejected('You cannot ask yourself for friendship.')
