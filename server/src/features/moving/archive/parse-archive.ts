import type { ArchiveProblem } from './archive-unit.ts'
import type { ReadArchive } from './read-archive.ts'

/** The name of the parser of archives in the parser process. */
export const ARCHIVE_PARSER = 'archive'

/** One transaction writes everything, so the number of rows is limited. */
export const MAX_ARCHIVE_ROWS = 200_000

export interface ArchiveParseOptions {
  /** The limit of one import through the API. The command has none. */
  maxRows: number | null
}

export interface ArchiveHead {
  units: number
}

export interface ArchiveSummary {
  /** The number of rows with a problem. `problems` contains only the first problems. */
  skipped: number
  problems: ArchiveProblem[]
  not_imported: ReadArchive['not_imported']
}
