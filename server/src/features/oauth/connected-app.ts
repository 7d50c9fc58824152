import { createHash } from 'node:crypto'
import { SCOPES, type Scope } from '@daymark/contract/accounts/scopes'

export interface ConnectedApp {
  id: string
  owner_id: string
  client_id: string
  name: string
  website: string | null
  scopes: readonly Scope[]
  created_at: number
  last_used_at: number | null
}

/** Undefined if the token is valid for the whole API. */
export type Audience = 'mcp' | undefined

/** The provider's access tokens are 256 random bits without a prefix. All other tokens contain a dot or a prefix. */
export const isAppToken = (token: string): boolean => /^[\w-]{43}$/.test(token)

/** Tokens are random, so an unsalted hash is enough. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

const known = new Set<string>(SCOPES)

/** Ignores unknown scopes and duplicates. */
export const apiScopes = (text: string | undefined | null): Scope[] =>
  [...new Set((text ?? '').split(' '))].filter((scope): scope is Scope => known.has(scope))

export const isReading = (scope: string): boolean => scope === 'read' || scope.endsWith(':read')

/** Returns the audience of a resource indicator (RFC 8707), or `unknown` for any other address. */
export function audienceOf(resource: string, publicUrl: string): Audience | 'unknown' {
  const path = resource.replace(/\/$/, '')
  if (path === publicUrl || path === `${publicUrl}/v1`) return undefined
  return path === `${publicUrl}/mcp` ? 'mcp' : 'unknown'
}
