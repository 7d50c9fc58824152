import type { visibilityRoutes } from '@daymark/contract/people/visibility'
import { reads, writes } from '../../platform/changes/write.ts'
import type { Handlers } from '../../platform/kernel/route-handlers.ts'
import { presentVisibility } from './present.ts'
import { getSharing, removeSharing, setSharing } from './service.ts'

export const visibilityHandlers: Handlers<typeof visibilityRoutes> = {
  get: reads(async (db, { actor, params, zone }) =>
    presentVisibility(await getSharing(db, actor, params.resource_type, params.resource_id), zone),
  ),
  put: writes(async (tx, { params, body, zone }) =>
    presentVisibility(await setSharing(tx, params.resource_type, params.resource_id, body), zone),
  ),
  remove: writes(async (tx, { params }) => {
    await removeSharing(tx, params.resource_type, params.resource_id)
    return { ok: true }
  }),
}
