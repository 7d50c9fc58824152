import type * as wire from '@daymark/contract/accounts/accounts'
import type { AccountSession as SessionOut } from '@daymark/contract/accounts/sessions'
import type { Zone } from '../../platform/kernel/time/zone.ts'
import type { AccountDetails, AccountSession } from './account.ts'
import { ACCESS_TOKEN_S } from './keys/signing-key.ts'
import type { Ended } from './sessions/sessions.ts'

export const presentAccount = (account: AccountDetails, zone: Zone): wire.Account => ({
  id: account.id,
  email: account.email,
  email_verified: account.email_verified,
  pending_email: account.pending_email,
  name: account.name,
  created_at: zone.format(account.created_at),
})

export const presentSession = (
  session: AccountSession,
  currentId: string | undefined,
  zone: Zone,
): SessionOut => ({
  id: session.id,
  kind: session.kind,
  created_at: zone.format(session.created_at),
  last_used_at: zone.format(session.exchanged_at),
  expires_at: zone.format(session.expires_at),
  user_agent: session.user_agent,
  address: session.address,
  current: session.id === currentId,
})

export const presentPair = (accessToken: string, refreshToken: string | null): wire.SignedIn => ({
  access_token: accessToken,
  token_type: 'Bearer',
  expires_in: ACCESS_TOKEN_S,
  refresh_token: refreshToken,
})

export const presentEnded = ({ sessions, personal_tokens }: Ended) => {
  const ended = sessions.filter(session => session.kind === 'sign_in').length
  const revoked_tokens = sessions.length - ended + personal_tokens.length
  return { ok: true as const, ended, revoked_tokens }
}
