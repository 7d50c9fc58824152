import type * as wire from '@daymark/contract/people/visibility'
import type { Zone } from '../../platform/kernel/time/zone.ts'
import type { VersionedSharing } from './service.ts'

export const presentVisibility = (sharing: VersionedSharing, zone: Zone): wire.VisibilityRead => ({
  id: sharing.id,
  resource_type: sharing.resource_type,
  resource_id: sharing.resource_id,
  owner_id: sharing.owner_id,
  level: sharing.level,
  allowed_user_ids: [...sharing.allowed_user_ids],
  allowed_emails: [...sharing.allowed_emails],
  allowed_domains: [...sharing.allowed_domains],
  created_at: zone.format(sharing.created_at),
  updated_at: zone.format(sharing.updated_at),
  version: sharing.version,
})
