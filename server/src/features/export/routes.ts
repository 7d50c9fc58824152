import type { personalDataRoutes } from '@daymark/contract/accounts/personal-data'
import type { Handlers } from '../../platform/kernel/route-handlers.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import { sourceOf } from '../audit/audit-entry.ts'
import type { ExportService } from './service.ts'

export const exportHandlers = (
  exports: ExportService,
  clock: Clock,
): Pick<Handlers<typeof personalDataRoutes>, 'download'> => ({
  download: async ({ actor, query, ...call }) => ({
    name: `daymark-${new Date(clock.now()).toISOString().slice(0, 10)}.zip`,
    content: await exports.archiveOf(
      actor,
      { history: query.history ?? false, account: query.account ?? false },
      sourceOf(call),
    ),
  }),
})
