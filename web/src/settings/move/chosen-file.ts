import type { Client } from '@daymark/client'
import type { ImportResult } from '@daymark/contract/calendars/imports'
import type { Job } from '@daymark/contract/jobs'
import type { ArchiveImport } from '@daymark/contract/moving/archive-import'
import type { SourceImport } from '@daymark/contract/moving/source-imports'

export type Found =
  | { kind: 'archive'; result: ArchiveImport }
  | { kind: 'source'; result: SourceImport }
  | { kind: 'ics'; result: ImportResult }

export interface Choices {
  replace: boolean
  /** Applies to times in the file that have no time zone. */
  timezone: string
  columns: Readonly<Record<string, string>>
}

export const writesOf = ({ kind, result }: Found): number => {
  if (kind === 'archive')
    return result.kinds.reduce((sum, each) => sum + each.created + each.updated + each.deleted, 0)
  const counts = [result.schedules, result.todos, ...(kind === 'source' ? [result.timers] : [])]
  return counts.reduce((sum, each) => sum + each.created + each.updated, 0)
}

const isBadRequest = (error: unknown): boolean => (error as { status?: number }).status === 400

interface ImportOptions {
  known?: Found['kind'] | undefined
  /** Called while a large import runs. */
  onProgress?: ((job: Job) => void) | undefined
}

/**
 * Imports the file, or only previews the result with `dry_run`. Tries a ZIP file of unknown kind as a Daymark archive
 * first, then as another program's backup.
 */
export async function importChosen(
  client: Client,
  file: File,
  dry_run: boolean,
  { replace, columns, timezone }: Choices,
  { known, onProgress }: ImportOptions = {},
): Promise<Found> {
  const body = new Uint8Array(await file.arrayBuffer())
  const progress = onProgress ? { onProgress } : {}
  const archive = async (): Promise<Found> => {
    const mode = replace ? 'replace' : 'merge'
    return {
      kind: 'archive',
      result: await client.personalData.upload({ query: { dry_run, mode }, body, ...progress }),
    }
  }
  const source = async (): Promise<Found> => ({
    kind: 'source',
    result: await client.imports.from({
      params: { source: 'auto' },
      query: { dry_run, timezone, name: file.name.slice(0, 255), columns: JSON.stringify(columns) },
      body,
      ...progress,
    }),
  })
  if (known === 'archive') return archive()
  if (known === 'source') return source()
  if (known === 'ics' || /\.(?:ics|ical|ifb)$/i.test(file.name))
    return { kind: 'ics', result: await client.imports.ics({ query: { dry_run }, body, ...progress }) }
  if (!/\.zip$/i.test(file.name)) return source()
  try {
    return await archive()
  } catch (error) {
    if (!isBadRequest(error)) throw error
    // Reports why the archive was rejected if the file is not from another program either.
    return source().catch(() => Promise.reject(error))
  }
}
