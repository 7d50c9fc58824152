import type * as wire from '@daymark/contract/accounts/security'
import type { Zone } from '../../platform/kernel/time/zone.ts'
import type { AuditEntry } from './audit-entry.ts'

export const presentEntry = (entry: AuditEntry, zone: Zone): wire.AuditEntry => ({
  id: entry.id,
  event: entry.event,
  at: zone.format(entry.at),
  name: entry.subject_name,
  address: entry.address,
  user_agent: entry.user_agent,
})
