import { randomInt } from 'node:crypto'

export interface User {
  id: string
  display_name: string
  avatar_url: string | null
  /** Lowercase, because addresses are compared case-insensitively. */
  email: string | null
  email_verified: boolean
  friend_code: string
  /** `iat` of the token that the profile came from, in milliseconds. Older tokens do not overwrite the profile. */
  claims_at: number
  created_at: number
  updated_at: number
}

/** The fields of a user that come from tokens. */
export type Profile = Pick<User, 'id' | 'display_name' | 'avatar_url' | 'email' | 'email_verified'>

/** If the token has no name, the stored name is kept. */
export type TokenProfile = Omit<Profile, 'display_name'> & { display_name: string | undefined }

export const profileAfter = (user: User | undefined, claims: TokenProfile): Profile => ({
  ...claims,
  display_name: claims.display_name ?? user?.display_name ?? 'Someone',
})

// Contains no vowels, so that codes form no words, and no 0 O 1 I L, so that codes can be read aloud.
const ALPHABET = '23456789BCDFGHJKMNPQRSTVWXZ'

/** Returns a random code that is not derived from the id. 27^10 codes cannot be guessed within the rate limit. */
export const newFriendCode = (): string =>
  Array.from({ length: 10 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** Accepts a code as people type it: uppercase or lowercase, with spaces or hyphens. */
export const readFriendCode = (text: string): string => text.replace(/[\s-]/g, '').toUpperCase()

export function profileChanged(user: User, profile: Profile): boolean {
  return (
    user.display_name !== profile.display_name ||
    user.avatar_url !== profile.avatar_url ||
    user.email !== profile.email ||
    user.email_verified !== profile.email_verified
  )
}
