// Runs in the parser process: reads a calendar file.
import type { ImportLossKind } from '@daymark/contract/calendars/imports'
import { chunksOf } from '../../../platform/uploads/byte-source.ts'
import { FileFault } from '../../../platform/uploads/file-fault.ts'
import { UploadLimits } from '../../../platform/uploads/limits.ts'
import type { Parser } from '../../../platform/uploads/serve-parser.ts'
import { ObjectFault } from '../mapping/model.ts'
import { parentUidOf } from '../mapping/task.ts'
import { textOfFile } from '../text/file-text.ts'
import { type FileItem, readItems } from './file-item.ts'
import { type FileObject, readFile } from './file-objects.ts'
import { parentsFirst } from './parents-first.ts'
import type { CalendarOptions, FileHead, FileSummary } from './parse-file.ts'

const MAX_PROBLEMS = 100

export const calendarParser: Parser<CalendarOptions, FileHead, { item: FileItem }, FileSummary> = async (
  file,
  { ownerZone },
) => {
  const bytes = await new UploadLimits().collect(chunksOf(file), () => 'calendar')
  const { calendars, objects, problems, losses } = readFile(textOfFile(bytes))
  if (calendars === 0) throw new FileFault('The file is not a calendar.')
  const sorted = parentsFirst(objects, ({ kind, uid }) => `${kind} ${uid}`, parentOf)
  const lose = (what: ImportLossKind) => losses.set(what, (losses.get(what) ?? 0) + 1)

  function* items(): Generator<{ item: FileItem }> {
    for (const object of sorted)
      try {
        for (const item of readItems(object, ownerZone)) {
          if (item.is_cut.title) lose('long_titles')
          if (item.is_cut.description) lose('long_descriptions')
          yield { item }
        }
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

function parentOf({ kind, calendar }: FileObject): string | null {
  const task = kind === 'todo' ? calendar.components.find(({ name }) => name === 'VTODO') : undefined
  const uid = task ? parentUidOf(task) : null
  return uid === null ? null : `todo ${uid}`
}
