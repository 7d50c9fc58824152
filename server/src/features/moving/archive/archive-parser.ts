// Runs in the parser process: reads an archive that Daymark wrote.
import type { Parser } from '../../../platform/uploads/serve-parser.ts'
import type { ArchiveProblem, ArchiveUnit } from './archive-unit.ts'
import type { ArchiveHead, ArchiveSummary } from './parse-archive.ts'
import { readArchive } from './read-archive.ts'

const MAX_PROBLEMS = 100
const MAX_MOVED = 100

export const archiveParser: Parser<null, ArchiveHead, ArchiveUnit, ArchiveSummary> = async file => {
  const { units, problems, moved, not_imported } = await readArchive(file)
  return {
    head: { units: units.length },
    items: units,
    summary: () => ({
      skipped: rowsWith(problems),
      problems: problems.slice(0, MAX_PROBLEMS),
      moved: { count: moved.length, titles: moved.slice(0, MAX_MOVED) },
      not_imported,
    }),
  }
}

/** A row may have several problems, for example two links that lead outside the archive. */
const rowsWith = (problems: readonly ArchiveProblem[]): number =>
  new Set(problems.map(({ file, line }) => `${file} ${line}`)).size
