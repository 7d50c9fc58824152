import { allows } from '@daymark/contract/accounts/scopes'
import { TABLE_FIELDS } from '@daymark/contract/constants'
import type { archiveImportRoutes } from '@daymark/contract/moving/archive-import'
import type { importRoutes } from '@daymark/contract/moving/source-imports'
import { invalid } from '../../platform/kernel/errors.ts'
import type { Handlers } from '../../platform/kernel/route-handlers.ts'
import type { ArchiveImportService } from './archive/service.ts'
import type { SourceImportService } from './imports/service.ts'

export const archiveImportHandlers = (
  imports: () => Promise<ArchiveImportService>,
): Handlers<typeof archiveImportRoutes> => ({
  upload: async ({ actor, query, body, once }) =>
    (await imports()).importArchive(
      actor,
      body,
      { mode: query.mode ?? 'merge', dry_run: query.dry_run ?? false },
      once,
    ),
  progress: async ({ actor }) => (await imports()).state(actor),
})

export const sourceImportHandlers = (
  imports: () => Promise<SourceImportService>,
): Pick<Handlers<typeof importRoutes>, 'from'> => ({
  from: async ({ actor, session, params, query, body, once }) => {
    const may = (area: string) => !session.scopes || allows(session.scopes, area, 'write')
    const rights = {
      todos: may('todos'),
      tags: may('tags'),
      timers: may('timers'),
      schedules: may('schedules'),
    }
    const columns = columnsOf(query.columns)
    return (await imports()).importSource(actor, body, {
      ...{ source: params.source, timezone: query.timezone, name: query.name, columns },
      ...{ dry_run: query.dry_run ?? false, tag_group_id: undefined, once },
      rights: { ...rights, token_name: session.token_name ?? null },
    })
  },
})

const FAULT = `must be a JSON object that maps some of ${TABLE_FIELDS.join(', ')} to names of columns`

function columnsOf(text: string | undefined): Record<string, string> {
  if (text === undefined) return {}
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw invalid('columns', FAULT)
  }
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  const entries = isObject ? Object.entries(value as object) : undefined
  const isSound = entries?.every(
    ([field, name]) => TABLE_FIELDS.some(each => each === field) && typeof name === 'string',
  )
  if (!entries || !isSound) throw invalid('columns', FAULT)
  return Object.fromEntries(entries) as Record<string, string>
}
