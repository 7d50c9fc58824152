// REST routes that import an archive.
import type { archiveImportRoutes } from '@daymark/contract/moving/archive-import'
import type { Handlers } from '../../platform/kernel/route-handlers.ts'
import type { ArchiveImportService } from './archive/service.ts'

export const archiveImportHandlers = (
  imports: () => Promise<ArchiveImportService>,
): Handlers<typeof archiveImportRoutes> => ({
  upload: async ({ actor, query, body }) =>
    (await imports()).importArchive(actor, body, {
      mode: query.mode ?? 'merge',
      dry_run: query.dry_run ?? false,
    }),
  progress: async ({ actor }) => (await imports()).state(actor),
})
