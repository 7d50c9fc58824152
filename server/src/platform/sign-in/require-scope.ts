import { type Access, allows, QUICK_AREAS } from '@daymark/contract/accounts/scopes'
import { forbidden } from '../kernel/errors.ts'
import type { Session } from '../kernel/session.ts'

export function requireScope(session: Session, area: string | undefined, access: Access): void {
  if (!session.scopes || allows(session.scopes, area, access)) return
  const known = area !== undefined && allows([access], area, access)
  const missing = (area === 'quickAdd' ? QUICK_AREAS : [area]).map(each => `${each}:${access}`).join(' or ')
  throw forbidden(known ? `This access token lacks the scope ${missing}.` : NOT_BY_TOKEN)
}

/** Refuses tokens that only part of the server accepts, such as /mcp. */
export function requireWholeApi({ audience }: Session): void {
  if (audience !== undefined) throw forbidden(`This access token is only for /${audience}.`)
}

const NOT_BY_TOKEN = 'Personal access tokens and connected apps cannot do this. Sign in to Daymark instead.'
