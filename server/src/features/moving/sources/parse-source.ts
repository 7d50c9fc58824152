import type { ImportSource, SourceFound } from '@daymark/contract/moving/source-imports'
import type { FileItem } from '../../icalendar/files/file-item.ts'
import type { FileHead, FileSummary } from '../../icalendar/files/parse-file.ts'
import type { ReadOptions, TimerItem } from './source-item.ts'

/** The name of the parser of other programs' exports in the parser process. */
export const SOURCE_PARSER = 'source'

export interface SourceOptions extends ReadOptions {
  source: ImportSource
}

export interface SourceHead extends FileHead {
  timers: number
}

/** The timers come last, because they refer to todos. */
export type SourceParsedItem = { item: FileItem } | { timer: TimerItem }

export interface SourceSummary extends FileSummary {
  source: SourceFound
  columns: string[]
}
