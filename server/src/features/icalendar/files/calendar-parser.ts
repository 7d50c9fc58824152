// Runs in the parser process: reads a calendar file.
import { type ImportLossKind, MAX_IMPORT_OBJECTS } from '@daymark/contract/calendars/imports'
import { chunksOf } from '../../../platform/uploads/byte-source.ts'
import { FileFault } from '../../../platform/uploads/file-fault.ts'
import { UploadLimits } from '../../../platform/uploads/limits.ts'
import type { Parser } from '../../../platform/uploads/serve-parser.ts'
import { ObjectFault } from '../mapping/model.ts'
import { textOfFile } from '../text/file-text.ts'
import { type FileItem, readItem } from './file-item.ts'
import { type FileObject, readFile } from './file-objects.ts'
import type { CalendarOptions, FileHead, FileSummary } from './parse-file.ts'

const MAX_PROBLEMS = 100

export const calendarParser: Parser<CalendarOptions, FileHead, FileItem, FileSummary> = async (
  file,
  { ownerZone },
) => {
  const bytes = await new UploadLimits().collect(chunksOf(file), () => 'calendar')
  const { calendars, objects, problems, losses } = readFile(textOfFile(bytes))
  if (calendars === 0) throw new FileFault('The file is not a calendar.')
  requireFew(objects.length)
  const lose = (what: ImportLossKind) => losses.set(what, (losses.get(what) ?? 0) + 1)

  function* items(): Generator<FileItem> {
    for (const object of objects)
      try {
        const item = readItem(object, ownerZone)
        if (item.is_cut.title) lose('long_titles')
        if (item.is_cut.description) lose('long_descriptions')
        yield item
      } catch (error) {
        if (!(error instanceof ObjectFault)) throw error
        problems.push({ line: object.line, message: error.message, title: object.title })
      }
  }

  const count = (kind: FileObject['kind']) => objects.filter(each => each.kind === kind).length
  return {
    head: { schedules: count('schedule'), todos: count('todo') },
    items: items(),
    summary: () => ({
      skipped: problems.length,
      problems: problems.sort((a, b) => a.line - b.line).slice(0, MAX_PROBLEMS),
      losses: [...losses],
    }),
  }
}

/** Throws a `FileFault` if the file has more entries than one import may write. */
export function requireFew(entries: number): void {
  if (entries > MAX_IMPORT_OBJECTS)
    throw new FileFault(
      `The file has ${entries} entries; at most ${MAX_IMPORT_OBJECTS} are allowed. Split it first.`,
    )
}
