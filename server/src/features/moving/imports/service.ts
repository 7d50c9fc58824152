// Imports another program's export with the same preview, batch and undo as a calendar file.
import type { ImportSource, SourceImport } from '@daymark/contract/moving/source-imports'
import type { Actor } from '../../../platform/kernel/actor.ts'
import { forbidden } from '../../../platform/kernel/errors.ts'
import type { Once } from '../../../platform/kernel/route-handlers.ts'
import type { Upload } from '../../../platform/kernel/upload.ts'
import type { Parsed } from '../../../platform/uploads/parser.ts'
import {
  type ImportItem,
  type ImportOptions,
  type ImportParts,
  type ImportRights,
  importService,
} from '../../icalendar/imports/service.ts'
import type { TimerService } from '../../timers/service.ts'
import {
  SOURCE_PARSER,
  type SourceHead,
  type SourceParsedItem,
  type SourceSummary,
} from '../sources/parse-source.ts'
import type { ReadOptions, TimerItem } from '../sources/source-item.ts'
import { type TimerCounts, timerImport } from './timer-writer.ts'

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
      upload: Upload,
      { source, timezone, name, columns, ...options }: SourceOptions,
      rights: SourceRights,
      once: Once,
    ): Promise<SourceImport> {
      let counts: TimerCounts = { created: 0, updated: 0, unchanged: 0 }
      let zone = timezone ?? 'UTC'
      return imports.importRead<SourceHead, TimerItem, SourceSummary, SourceImport>(
        actor,
        (ownerZone, use) => {
          zone = timezone ?? ownerZone
          return parts.parser.parse(
            { parser: SOURCE_PARSER, options: { source, zone, name, columns }, upload, person: actor.id },
            (parsed: Parsed<SourceHead, SourceParsedItem, SourceSummary>) =>
              use({ ...parsed, items: () => asItems(parsed.items()) }),
          )
        },
        options,
        rights,
        {
          once,
          requireRights(head) {
            if (!rights.timers && head.timers > 0) throw missing('timers:write')
            if (!rights.schedules && head.schedules > 0) throw missing('schedules:write')
          },
          further(context) {
            const timers = timerImport(parts, actor, context)
            counts = timers.counts
            return timers.write
          },
          present: (result, summary) => ({
            ...result,
            // Only calendar texts keep details that Daymark does not show, and only Google exports contain calendar
            // texts.
            losses: result.losses.map(loss => ({
              ...loss,
              kept: loss.kept && summary.source === 'google',
            })),
            source: summary.source,
            timezone: zone,
            timers: counts,
            columns: summary.columns,
          }),
        },
      )
    },
  }
}

async function* asItems(items: AsyncIterable<SourceParsedItem>): AsyncGenerator<ImportItem<TimerItem>> {
  for await (const each of items) yield 'timer' in each ? { further: each.timer } : each
}

const missing = (scope: string) =>
  forbidden(`This access token lacks the scope ${scope}, which the entries of the file need.`)
