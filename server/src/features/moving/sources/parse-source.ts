import type { ImportSource, SourceFound } from '@daymark/contract/moving/source-imports'
import type { FileItem } from '../../icalendar/files/file-item.ts'
import type { FileSummary } from '../../icalendar/files/parse-file.ts'
import { readInThread, threadFile } from '../../icalendar/files/read-in-thread.ts'
import type { ReadOptions, TimerItem } from './source-item.ts'

export type SourceMessageItem = { item: FileItem } | { timer: TimerItem }

export interface SourceSummary extends FileSummary {
  source: SourceFound
  columns: string[]
}

const THREAD = threadFile('source-thread', import.meta.url)

/** Calls `take` with the items. Throws 400 if the file cannot be read. */
export const parseSource = (
  bytes: Uint8Array,
  source: ImportSource,
  options: ReadOptions,
  take: (items: readonly SourceMessageItem[]) => void,
): Promise<SourceSummary> => readInThread(THREAD, { bytes, source, options }, take)
