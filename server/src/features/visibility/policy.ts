// The visibility rules as one pure function. `scope.ts` implements the same rules in SQL.
import type { ResourceType, VisibilityLevel } from '@daymark/contract/people/visibility'
import type { PublicFrom, Scope } from '@daymark/contract/words'

export type { ResourceType, VisibilityLevel }

export interface Sharing {
  level: VisibilityLevel
  allowed_user_ids: readonly string[]
  allowed_emails: readonly string[]
  allowed_domains: readonly string[]
}

export interface Viewer {
  id: string
  /** The verified email address in lowercase, or null if it is not verified. */
  email: string | null
}

export interface ScopeChoice {
  scope: Scope
  /**
   * `friends` limits other people's public items in `shared` and `all` to items of friends and, for meetings, those in
   * which the viewer participates. By default, strangers' public items are included.
   */
  public_from?: PublicFrom | undefined
}

export interface Relation {
  friends: boolean
  /** True if either person has blocked the other. */
  blocked: boolean
  /** True if the owner's account is disabled. */
  owner_disabled: boolean
}

export const PRIVATE: Sharing = {
  level: 'private',
  allowed_user_ids: [],
  allowed_emails: [],
  allowed_domains: [],
}

export function mayAccess(ownerId: string, sharing: Sharing, viewer: Viewer, relation: Relation): boolean {
  if (viewer.id === ownerId) return true
  if (relation.blocked || relation.owner_disabled) return false
  switch (sharing.level) {
    case 'public':
      return true
    case 'private':
      return false
    case 'friends':
      return relation.friends
    case 'selected':
      return sharing.allowed_user_ids.includes(viewer.id)
    case 'allowed_emails':
      return viewer.email !== null && emailAllowed(sharing, viewer.email)
  }
}

function emailAllowed(sharing: Sharing, email: string): boolean {
  return sharing.allowed_emails.includes(email) || sharing.allowed_domains.includes(domainOf(email))
}

/** Returns the part after the last @, or an empty string. A subdomain counts as a different domain. */
export function domainOf(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 0 ? '' : email.slice(at + 1)
}

/** Removes the lists that the level does not use, so that they are neither checked nor stored. */
export function forLevel(sharing: Sharing): Sharing {
  return {
    level: sharing.level,
    allowed_user_ids: sharing.level === 'selected' ? sharing.allowed_user_ids : [],
    allowed_emails: sharing.level === 'allowed_emails' ? sharing.allowed_emails : [],
    allowed_domains: sharing.level === 'allowed_emails' ? sharing.allowed_domains : [],
  }
}
