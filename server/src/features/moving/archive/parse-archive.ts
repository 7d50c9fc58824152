import { readInThread, threadFile } from '../../icalendar/files/read-in-thread.ts'
import type { ArchiveProblem, ArchiveUnit } from './archive-unit.ts'
import type { ReadArchive } from './read-archive.ts'

export interface ArchiveSummary {
  /** The number of rows with a problem. `problems` contains only the first problems. */
  skipped: number
  problems: ArchiveProblem[]
  not_imported: ReadArchive['not_imported']
}

const THREAD = threadFile('archive-thread', import.meta.url)

/** Calls `take` with batches of items, referenced kinds first. Throws 400 if the archive cannot be read. */
export const parseArchive = (
  bytes: Uint8Array,
  take: (units: readonly ArchiveUnit[]) => void,
): Promise<ArchiveSummary> => readInThread(THREAD, { bytes }, take)
