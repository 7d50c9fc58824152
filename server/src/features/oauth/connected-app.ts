// Apps that people have connected, and the resources that their tokens are for.
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

/** The part of the server to which a token is limited. Undefined if the token is valid for the whole API. */
export type Audience = 'mcp' | undefined

/** Access tokens of the provider have 256 random bits and no prefix. All other tokens contain a dot or a prefix. */
export const isAppToken = (token: string): boolean => /^[\w-]{43}$/.test(token)

/** Tokens are random, so a plain hash is enough to store them. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

const known = new Set<string>(SCOPES)

/** Returns the API scopes from a space-separated list, without duplicates. */
export const apiScopes = (text: string | undefined | null): Scope[] =>
  [...new Set((text ?? '').split(' '))].filter((scope): scope is Scope => known.has(scope))

/** Returns the part of the server that a resource indicator (RFC 8707) names, or `unknown`. */
export function audienceOf(resource: string, publicUrl: string): Audience | 'unknown' {
  const path = resource.replace(/\/$/, '')
  if (path === publicUrl || path === `${publicUrl}/v1`) return undefined
  return path === `${publicUrl}/mcp` ? 'mcp' : 'unknown'
}
