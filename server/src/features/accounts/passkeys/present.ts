import type * as wire from '@daymark/contract/accounts/passkeys'
import type { Zone } from '../../../platform/kernel/time/zone.ts'
import type { Passkey } from './passkey.ts'

export const presentPasskey = (passkey: Passkey, zone: Zone): wire.Passkey => ({
  id: passkey.id,
  name: passkey.name,
  synced: passkey.synced,
  created_at: zone.format(passkey.created_at),
  last_used_at: passkey.last_used_at === null ? null : zone.format(passkey.last_used_at),
})
