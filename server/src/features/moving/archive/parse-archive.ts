import type { MovedTodos } from '@daymark/contract/calendars/imports'
import type { ArchiveProblem } from './archive-unit.ts'
import type { ReadArchive } from './read-archive.ts'

/** The name of the parser of archives in the parser process. */
export const ARCHIVE_PARSER = 'archive'

export interface ArchiveHead {
  units: number
}

export interface ArchiveSummary {
  /** The number of rows with a problem. `problems` contains only the first problems. */
  skipped: number
  problems: ArchiveProblem[]
  moved: MovedTodos
  not_imported: ReadArchive['not_imported']
}
