// Imports another program's export with the same preview, batch and undo as a calendar file.
import type { ImportSource, SourceImport } from '@daymark/contract/moving/source-imports'
import type { Actor } from '../../../platform/kernel/actor.ts'
import { forbidden } from '../../../platform/kernel/errors.ts'
import type { StagedRequest } from '../../../platform/kernel/staged-request.ts'
import type { Upload } from '../../../platform/kernel/upload.ts'
import {
  type ImportOrder,
  type ImportParts,
  type ImportRights,
  importer,
} from '../../icalendar/imports/service.ts'
import { SOURCE_PARSER, type SourceHead, type SourceSummary } from '../sources/parse-source.ts'
import type { ReadOptions, TimerItem } from '../sources/source-item.ts'
import { SOURCE_IMPORT } from '../staged-kinds.ts'
import { type TimerCounts, timerImport } from './timer-writer.ts'

export interface SourceImportParts extends ImportParts {}

export interface SourceOrder extends Omit<ImportOrder, 'ask'>, Omit<ReadOptions, 'zone'> {
  source: ImportSource
  rights: SourceRights
}

export interface SourceRights extends ImportRights {
  timers: boolean
  schedules: boolean
}

export type SourceImportService = ReturnType<typeof sourceImportService>

export const sourceImportService = (parts: SourceImportParts) => {
  const sources = importer<SourceHead, TimerItem, TimerCounts, SourceSummary, SourceImport>(parts, {
    staged: SOURCE_IMPORT,
    requireRights(head, rights) {
      const { timers, schedules } = rights as SourceRights
      if (!timers && head.timers > 0) throw missing('timers:write')
      if (!schedules && head.schedules > 0) throw missing('schedules:write')
    },
    sizeOf: ({ schedules, todos, timers }) => schedules + todos + timers,
    counts: () => ({ created: 0, updated: 0, unchanged: 0 }),
    further: (actor, context, counts) => timerImport(parts, actor, context, counts),
    present: (result, summary, timers, timezone) => ({
      ...result,
      // Only calendar texts keep details that Daymark does not show, and only Google exports contain calendar texts.
      losses: result.losses.map(loss => ({ ...loss, kept: loss.kept && summary.source === 'google' })),
      ...{ source: summary.source, timezone, timers, columns: summary.columns },
    }),
  })
  return {
    staged: sources.staged,
    importSource: (
      actor: Actor,
      upload: Upload,
      { source, name, columns, ...order }: SourceOrder,
    ): Promise<SourceImport | StagedRequest> =>
      sources.import(actor, {
        ...order,
        ask: {
          ...{ parser: SOURCE_PARSER, upload },
          options: ownerZone => ({ source, zone: order.timezone ?? ownerZone, name, columns }),
        },
      }),
  }
}

const missing = (scope: string) =>
  forbidden(`This access token lacks the scope ${scope}, which the entries of the file need.`)
