import { createHash, createHmac } from 'node:crypto'
import type { TimeSlot } from '../slot.ts'

export interface StoredLink {
  meeting_id: string
  nonce: string
  hash: string
  created_at: number
}

export interface Guest {
  id: string
  meeting_id: string
  display_name: string
  time_slots: TimeSlot[]
  if_need_be: TimeSlot[]
  token_hash: string
  created_at: number
}

export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** Returns the same link for the same nonce, so that the owner can copy the link again. */
export const linkOf = (key: string, meetingId: string, nonce: string): string =>
  createHmac('sha256', key).update(`poll ${meetingId} ${nonce}`).digest('base64url')

/** Strips the domain from an email address that a member uses as a name, because guests must not see the address. */
export const shownName = (name: string): string => name.replace(/\s*@\s*\S*/g, '').trim() || '–'
