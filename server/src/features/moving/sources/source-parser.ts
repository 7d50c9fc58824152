// Runs in the parser process: reads another program's export.
import type { Parser } from '../../../platform/uploads/serve-parser.ts'
import type { SourceHead, SourceOptions, SourceParsedItem, SourceSummary } from './parse-source.ts'
import { readSource } from './read-source.ts'

const MAX_PROBLEMS = 100
const MAX_COLUMNS_SHOWN = 200

export const sourceParser: Parser<SourceOptions, SourceHead, SourceParsedItem, SourceSummary> = async (
  file,
  { source, ...options },
) => {
  const {
    source: found,
    items,
    timers,
    counts,
    problems,
    losses,
    columns,
  } = await readSource(file, source, options)

  function* all(): Generator<SourceParsedItem> {
    for (const item of items) yield { item }
    for (const timer of timers) yield { timer }
  }

  return {
    head: counts,
    items: all(),
    summary: () => ({
      source: found,
      skipped: problems.length,
      problems: problems.slice(0, MAX_PROBLEMS),
      losses: [...losses],
      columns: columns.slice(0, MAX_COLUMNS_SHOWN),
    }),
  }
}
