import type { auditRoutes } from '@daymark/contract/accounts/security'
import { mapPage } from '../../platform/kernel/page.ts'
import type { Handlers } from '../../platform/kernel/route-handlers.ts'
import { presentEntry } from './present.ts'
import type { AuditService } from './service.ts'

export const auditHandlers = (audit: AuditService): Handlers<typeof auditRoutes> => ({
  list: async ({ actor, query, zone }) =>
    mapPage(await audit.list(actor, query), entry => presentEntry(entry, zone)),
})
