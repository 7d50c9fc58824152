import type * as wire from '@daymark/contract/accounts/tokens'
import type { Zone } from '../../platform/kernel/time/zone.ts'
import type { PersonalToken } from './token.ts'

export const presentToken = (token: PersonalToken, zone: Zone): wire.PersonalToken => ({
  id: token.id,
  name: token.name,
  prefix: token.prefix,
  scopes: [...token.scopes],
  created_at: zone.format(token.created_at),
  expires_at: zone.format(token.expires_at),
  last_used_at: token.last_used_at === null ? null : zone.format(token.last_used_at),
})
