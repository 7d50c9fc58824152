import type { visibilityRoutes } from '@daymark/contract/people/visibility'
import type { Handlers } from '../../platform/kernel/route-handlers.ts'
import { presentVisibility } from './present.ts'
import type { VisibilityService } from './service.ts'

export const visibilityHandlers = (visibility: VisibilityService): Handlers<typeof visibilityRoutes> => ({
  get: async ({ actor, params, zone }) =>
    presentVisibility(await visibility.get(actor, params.resource_type, params.resource_id), zone),
  put: async ({ actor, params, body, zone }) =>
    presentVisibility(await visibility.put(actor, params.resource_type, params.resource_id, body), zone),
  remove: async ({ actor, params }) => {
    await visibility.remove(actor, params.resource_type, params.resource_id)
    return { ok: true }
  },
})
