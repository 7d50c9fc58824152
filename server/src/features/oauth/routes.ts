import type { appRoutes } from '@daymark/contract/accounts/apps'
import { mapPage } from '../../platform/kernel/page.ts'
import type { Handlers } from '../../platform/kernel/route-handlers.ts'
import { sourceOf } from '../audit/audit-entry.ts'
import { presentApp } from './present.ts'
import type { ConnectedAppService } from './service.ts'

export const appHandlers = (apps: ConnectedAppService): Handlers<typeof appRoutes> => ({
  list: async ({ actor, query, zone }) =>
    mapPage(await apps.list(actor, query), app => presentApp(app, zone)),
  remove: async ({ actor, params, ...call }) => {
    await apps.remove(actor, params.app_id, sourceOf(call))
    return { ok: true }
  },
})
