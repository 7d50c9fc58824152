// Decides whether a person can see an item, and why. Checks in the same order as the server.
import type { VisibilityOut } from '@daymark/contract/people/visibility'

export type Viewer =
  | { kind: 'friend'; user_id: string; email?: string }
  | { kind: 'blocked' }
  /** A signed-in user who is not a friend and whose email address is not on the item's list. */
  | { kind: 'stranger' }
  | { kind: 'email'; email: string }

/** `depends` means that the owner does not know the deciding fact, such as a friend's email address. */
export type Answer = 'yes' | 'no' | 'depends'

export type Reason =
  | 'blocked'
  | 'public'
  | 'private'
  | 'friend'
  | 'not-a-friend'
  | 'friend-by-email'
  | 'selected'
  | 'not-selected'
  | 'selected-by-email'
  | 'address-listed'
  | 'domain-listed'
  | 'address-not-listed'
  | 'address-unknown'
  | 'nobody-listed'

export interface Verdict {
  answer: Answer
  reason: Reason
}

const yes = (reason: Reason): Verdict => ({ answer: 'yes', reason })
const no = (reason: Reason): Verdict => ({ answer: 'no', reason })
const depends = (reason: Reason): Verdict => ({ answer: 'depends', reason })

export function viewAs(viewer: Viewer, sharing: VisibilityOut): Verdict {
  if (viewer.kind === 'blocked') return no('blocked')
  switch (sharing.level) {
    case 'public':
      return yes('public')
    case 'private':
      return no('private')
    case 'friends':
      return asOneOfFriends(viewer)
    case 'selected':
      return asSelected(viewer, sharing.allowed_user_ids)
    case 'allowed_emails':
      return byAddress(viewer, sharing)
  }
}

function asOneOfFriends(viewer: Viewer): Verdict {
  if (viewer.kind === 'friend') return yes('friend')
  return viewer.kind === 'email' ? depends('friend-by-email') : no('not-a-friend')
}

function asSelected(viewer: Viewer, chosen: readonly string[]): Verdict {
  if (viewer.kind === 'friend') return chosen.includes(viewer.user_id) ? yes('selected') : no('not-selected')
  if (chosen.length === 0) return no('nobody-listed')
  return viewer.kind === 'email' ? depends('selected-by-email') : no('not-selected')
}

function byAddress(viewer: Viewer, sharing: VisibilityOut): Verdict {
  if (sharing.allowed_emails.length + sharing.allowed_domains.length === 0) return no('nobody-listed')
  if (viewer.kind !== 'email' && viewer.kind !== 'friend') return no('address-not-listed')
  if (viewer.email === undefined) return depends('address-unknown')
  const email = viewer.email.trim().toLowerCase()
  if (sharing.allowed_emails.includes(email)) return yes('address-listed')
  return sharing.allowed_domains.includes(domainOf(email)) ? yes('domain-listed') : no('address-not-listed')
}

/** Returns the whole domain, so that subdomains do not match. */
const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1)
