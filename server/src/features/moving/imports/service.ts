// Imports another program's export with the same preview, batch and undo as a calendar file.
import type { ImportSource, SourceImport } from '@daymark/contract/moving/source-imports'
import type { Actor } from '../../../platform/kernel/actor.ts'
import { forbidden } from '../../../platform/kernel/errors.ts'
import type { Once } from '../../../platform/kernel/route-handlers.ts'
import type { FileItem } from '../../icalendar/files/file-item.ts'
import {
  type ImportOptions,
  type ImportParts,
  type ImportRights,
  importService,
} from '../../icalendar/imports/service.ts'
import type { TimerService } from '../../timers/service.ts'
import { parseSource, type SourceSummary } from '../sources/parse-source.ts'
import type { ReadOptions, TimerItem } from '../sources/source-item.ts'
import { importTimers, type TimerCounts } from './timer-writer.ts'

export interface SourceImportParts extends ImportParts {
  timers: TimerService
}

export interface SourceOptions extends ImportOptions, Omit<ReadOptions, 'zone'> {
  source: ImportSource
  /** The zone for times without one. Defaults to the person's zone. */
  timezone: string | undefined
}

export interface SourceRights extends ImportRights {
  timers: boolean
  schedules: boolean
}

export type SourceImportService = ReturnType<typeof sourceImportService>

export const sourceImportService = (parts: SourceImportParts) => {
  const imports = importService(parts)
  return {
    importSource(
      actor: Actor,
      bytes: Uint8Array,
      { source, timezone, name, columns, ...options }: SourceOptions,
      rights: SourceRights,
      once: Once,
    ): Promise<SourceImport> {
      const measured: TimerItem[] = []
      let counts: TimerCounts = { created: 0, updated: 0, unchanged: 0 }
      let found: SourceSummary | undefined
      let zone = timezone ?? 'UTC'
      return imports.importRead(
        actor,
        async ownerZone => {
          zone = timezone ?? ownerZone
          const items: FileItem[] = []
          const summary = await parseSource(bytes, source, { zone, name, columns }, some => {
            for (const each of some)
              if ('item' in each) items.push(each.item)
              else measured.push(each.timer)
          })
          found = summary
          if (!rights.timers && measured.length > 0) throw missing('timers:write')
          if (!rights.schedules && items.some(({ kind }) => kind === 'schedule'))
            throw missing('schedules:write')
          return { items, summary }
        },
        options,
        rights,
        {
          once,
          async further(context) {
            counts = await importTimers(parts, actor, measured, context)
            return counts.created
          },
          present: result => ({
            ...result,
            // Only calendar texts keep details that Daymark does not show, and only Google exports contain calendar
            // texts.
            losses: result.losses.map(loss => ({ ...loss, kept: loss.kept && found?.source === 'google' })),
            source: found?.source ?? 'csv',
            timezone: zone,
            timers: counts,
            columns: found?.columns ?? [],
          }),
        },
      )
    },
  }
}

const missing = (scope: string) =>
  forbidden(`This access token lacks the scope ${scope}, which the entries of the file need.`)
