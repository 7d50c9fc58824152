// Wires up calendar feeds and calendar imports.
import type { RecordedStorage } from '../../platform/changes/recording/recorded-storage.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { UploadParser } from '../../platform/uploads/parser.ts'
import { importHandlers } from '../icalendar/imports/routes.ts'
import { importService } from '../icalendar/imports/service.ts'
import { feedHandlers } from './routes.ts'
import { feedService } from './service.ts'

export interface OpenCalendarsParts {
  storage: RecordedStorage
  clock: Clock
  parser: UploadParser
  /** The Daymark version. */
  version: string
  publicUrl: () => string
  most_at_once: number | undefined
  /** Server settings, under the names of their environment variables. */
  settings: { HOLIDAY_COUNTRY: string; QUOTA_BYTES: number }
}

export function openCalendars(parts: OpenCalendarsParts) {
  const { storage, clock, parser, version, publicUrl, most_at_once, settings } = parts
  const feeds = feedService({ uow: storage, clock, homeCountry: settings.HOLIDAY_COUNTRY, version })
  const imports = importService({
    ...{ storage, clock, parser, most_at_once },
    mostBytes: settings.QUOTA_BYTES,
  })
  return {
    feeds,
    stagedImport: imports.staged,
    handlers: { feeds: feedHandlers(feeds, publicUrl), imports: importHandlers(imports) },
  }
}
