// People as the service knows them.
import { randomInt } from 'node:crypto'

export interface User {
  id: string
  display_name: string
  avatar_url: string | null
  /** Lower case, for it is compared without regard to case. */
  email: string | null
  email_verified: boolean
  friend_code: string
  /** `iat` of the token that the profile was taken from, in ms: an older token must not undo a newer one. */
  claims_at: number
  created_at: number
  updated_at: number
}

/** The part of a user that comes from tokens. */
export type Profile = Pick<User, 'id' | 'display_name' | 'avatar_url' | 'email' | 'email_verified'>

/** What one token says of its user; without a name the known one stays. */
export type ToldProfile = Omit<Profile, 'display_name'> & { display_name: string | undefined }

export const profileAfter = (user: User | undefined, told: ToldProfile): Profile => ({
  ...told,
  display_name: told.display_name ?? user?.display_name ?? 'Someone',
})

// No vowels, so that no words arise; none of 0 O 1 I L, so that it can be read aloud.
const ALPHABET = '23456789BCDFGHJKMNPQRSTVWXZ'

/** Random and not derived from the id: 27^10 possibilities cannot be guessed through the request limit. */
export const newFriendCode = (): string =>
  Array.from({ length: 10 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** A code as people type it: in any case, in groups with blanks or hyphens. */
export const readFriendCode = (text: string): string => text.replace(/[\s-]/g, '').toUpperCase()

export function profileChanged(user: User, profile: Profile): boolean {
  return (
    user.display_name !== profile.display_name ||
    user.avatar_url !== profile.avatar_url ||
    user.email !== profile.email ||
    user.email_verified !== profile.email_verified
  )
}
