import type * as wire from '@daymark/contract/accounts/apps'
import type { Zone } from '../../platform/kernel/time/zone.ts'
import type { ConnectedApp } from './connected-app.ts'

export const presentApp = (app: ConnectedApp, zone: Zone): wire.ConnectedApp => ({
  id: app.id,
  client_id: app.client_id,
  name: app.name,
  website: app.website,
  scopes: [...app.scopes],
  created_at: zone.format(app.created_at),
  last_used_at: app.last_used_at === null ? null : zone.format(app.last_used_at),
})
