// Runs in the parser process: reads an archive that Daymark wrote.
import type { Parser } from '../../../platform/uploads/serve-parser.ts'
import type { ArchiveProblem, ArchiveUnit } from './archive-unit.ts'
import type { ArchiveHead, ArchiveParseOptions, ArchiveSummary } from './parse-archive.ts'
import { readArchive } from './read-archive.ts'

const MAX_PROBLEMS = 100

export const archiveParser: Parser<ArchiveParseOptions, ArchiveHead, ArchiveUnit, ArchiveSummary> = async (
  file,
  { maxRows },
) => {
  const { units, problems, not_imported } = await readArchive(file, maxRows ?? Number.POSITIVE_INFINITY)
  return {
    head: { units: units.length },
    items: units,
    summary: () => ({
      skipped: rowsWith(problems),
      problems: problems.slice(0, MAX_PROBLEMS),
      not_imported,
    }),
  }
}

/** A row may have several problems, for example two links that lead outside the archive. */
const rowsWith = (problems: readonly ArchiveProblem[]): number =>
  new Set(problems.map(({ file, line }) => `${file} ${line}`)).size
