import { allows } from '@daymark/contract/accounts/scopes'
import type { icsImportRoutes } from '@daymark/contract/calendars/imports'
import type { Handlers } from '../../../platform/kernel/route-handlers.ts'
import type { ImportService } from './service.ts'

export const importHandlers = (imports: ImportService): Handlers<typeof icsImportRoutes> => ({
  ics: ({ actor, session, query, body, once }) => {
    const may = (area: string) => !session.scopes || allows(session.scopes, area, 'write')
    return imports.importFile(actor, body, {
      dry_run: query.dry_run ?? false,
      tag_group_id: query.tag_group_id,
      rights: { todos: may('todos'), tags: may('tags'), token_name: session.token_name ?? null },
      once,
    })
  },
})
