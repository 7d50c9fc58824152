// Recognizes the program that exported a file, and reads the file with its mapping.
import { createHash } from 'node:crypto'
import type { ImportSource, SourceFound } from '@daymark/contract/moving/source-imports'
import { type ByteSource, chunksOf } from '../../../platform/uploads/byte-source.ts'
import { FileFault } from '../../../platform/uploads/file-fault.ts'
import { type FileFormat, UploadLimits } from '../../../platform/uploads/limits.ts'
import { isZip, openZip } from '../../../platform/uploads/zip-reader.ts'
import type { FileItem } from '../../icalendar/files/file-item.ts'
import { parentsFirst } from '../../icalendar/files/parents-first.ts'
import { sortedNames, type TaskModel, textFrom, titleFrom } from '../../icalendar/mapping/model.ts'
import { newTask } from '../../icalendar/mapping/task.ts'
import { writeCalendar } from '../../icalendar/text/content-line.ts'
import { textOfFile } from '../../icalendar/text/file-text.ts'
import { readRows } from './csv-text.ts'
import { isCalendar, isGoogleTasks, readCalendar, readGoogleTasks } from './google.ts'
import {
  Reading,
  type ReadOptions,
  type SourceFile,
  type SourceTimer,
  type SourceTodo,
  type TimerItem,
} from './source-item.ts'
import { isSuperProductivity, readSuperProductivity } from './super-productivity.ts'
import { placeOf, readAnyTable } from './table.ts'
import { isTickTick, readTickTick } from './ticktick.ts'
import { isTodoistCsv, isTodoistJson, readTodoistCsv, readTodoistJson } from './todoist.ts'
import { isTogglCsv, isTogglJson, readTogglCsv, readTogglJson } from './toggl.ts'
import { isVikunja, readVikunja } from './vikunja.ts'

export interface ReadSource {
  source: SourceFound
  /** Read when they are consumed, which may add to `losses`. */
  items: Iterable<FileItem>
  timers: Iterable<TimerItem>
  counts: { todos: number; schedules: number; timers: number }
  problems: Reading['problems']
  losses: Reading['losses']
  columns: string[]
}

const USEFUL = /\.(?:csv|json|ics)$/i
/** Files without todos: Vikunja's saved filters, and hidden files of operating systems. */
const IGNORED = /(?:^|\/)(?:filters\.json|__MACOSX\/.*|\..*)$/

/**
 * Throws a `FileFault` if the file cannot be read, is not from the program `source`, or lacks an assigned column.
 * `auto` accepts all known programs, and tables with at least two columns.
 */
export async function readSource(
  source: ByteSource,
  wanted: ImportSource,
  options: ReadOptions,
): Promise<ReadSource> {
  const reading = new Reading()
  const limits = new UploadLimits()
  const files = isZip(source)
    ? openZip(source).filter(({ name }) => USEFUL.test(name) && !IGNORED.test(name))
    : [{ name: options.name ?? '', content: () => chunksOf(source) }]
  const found = new Set<SourceFound>()
  for (const { name, content } of files) {
    const bytes = await limits.collect(content(), formatOf)
    const requireTable = () => limits.requireTable(bytes)
    const kind = readOne(reading, { name, text: textOfFile(bytes) }, wanted, options, requireTable)
    if (kind) found.add(kind)
  }
  if (found.has('csv')) requireColumns(reading, options)
  const [first] = found
  if (!first)
    throw new FileFault(files.length === 0 ? 'The archive contains no file that can be imported.' : UNKNOWN)
  const { problems, losses, columns, entries, todos, timers } = reading
  return {
    source: first,
    items: itemsOf(reading, options.zone),
    timers: timersOf(timers),
    counts: {
      todos: new Set(todos.map(({ key }) => key)).size + entries.filter(({ kind }) => kind === 'todo').length,
      schedules: entries.filter(({ kind }) => kind === 'schedule').length,
      timers: timers.length,
    },
    ...{ problems, losses, columns },
  }
}

function* timersOf(timers: readonly SourceTimer[]): Generator<TimerItem> {
  for (const timer of timers)
    yield {
      ...{ uid: uidOf(timer.key), line: timer.line, start: timer.start, end: timer.end },
      title: timer.title === null ? null : titleFrom(clean(timer.title)),
      description: textFrom('description', clean(timer.notes ?? '')),
      tags: namesOf(timer.tags),
      todo_uid: timer.todo ? uidOf(timer.todo) : null,
    }
}

function formatOf(head: Buffer): FileFormat {
  const text = head
    .toString('latin1')
    .replace(/^(?:\xef\xbb\xbf|\xff\xfe)/, '')
    .replaceAll('\0', '')
  if (/^\s*BEGIN:VCALENDAR/i.test(text)) return 'calendar'
  return /^\s*[[{]/.test(text) ? 'json' : 'table'
}

const UNKNOWN = 'The file is not an export that Daymark knows. Save it as CSV and assign its columns.'

function readOne(
  reading: Reading,
  file: SourceFile,
  source: ImportSource,
  options: ReadOptions,
  requireTable: () => void,
): SourceFound | undefined {
  const { zone } = options
  const { text } = file
  const is = (kind: SourceFound) => source === 'auto' || source === kind
  if (isCalendar(text)) {
    if (!is('google')) return undefined
    readCalendar(reading, text, zone)
    return 'google'
  }
  const looksLikeJson = /^\uFEFF?\s*[[{]/.test(text)
  const value = looksLikeJson ? parsed(text) : undefined
  if (value !== undefined) {
    for (const [kind, matches, read] of JSON_SOURCES)
      if (is(kind) && matches(value)) {
        read(reading, value, zone)
        return kind
      }
    return undefined
  }
  if (looksLikeJson) requireTable()
  if (is('todoist') && isTodoistCsv(text)) {
    readTodoistCsv(reading, file, zone)
    return 'todoist'
  }
  for (const [kind, matches, read] of CSV_SOURCES)
    if (is(kind) && matches(text)) {
      read(reading, text, zone)
      return kind
    }
  const isTable = is('csv') && (readRows(text.slice(0, 8_192))[0]?.cells.length ?? 0) > 1
  if (!isTable && source !== 'csv') return undefined
  readAnyTable(reading, text, options)
  return 'csv'
}

/** Throws if an assigned column is in none of the tables. Guessing another column could import the wrong texts. */
function requireColumns({ headers }: Reading, { columns }: ReadOptions): void {
  const missing = Object.values(columns).find(name => name !== '' && placeOf(headers, name) < 0)
  if (missing !== undefined) throw new FileFault(`The table has no column “${missing.slice(0, 60)}”.`)
}

const JSON_SOURCES = [
  ['google', isGoogleTasks, readGoogleTasks],
  ['super_productivity', isSuperProductivity, readSuperProductivity],
  ['todoist', isTodoistJson, readTodoistJson],
  ['vikunja', isVikunja, readVikunja],
  ['toggl', isTogglJson, readTogglJson],
] as const
const CSV_SOURCES = [
  ['ticktick', isTickTick, readTickTick],
  ['toggl', isTogglCsv, readTogglCsv],
] as const

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}

const uidOf = (key: string): string =>
  /^[\w.-]{1,200}$/.test(key)
    ? `${key}@import`
    : `${createHash('sha256').update(key).digest('hex').slice(0, 32)}@import`

/** Removes control characters except tabs and line breaks, because databases cannot store all of them. */
const clean = (text: string): string => text.toWellFormed().replace(CONTROL, '')
const CONTROL = /(?![\t\n\r])\p{Cc}/gu

const namesOf = (tags: readonly string[] = []): string[] =>
  sortedNames(tags.map(tag => clean(tag).trim()).filter(tag => tag !== '' && tag.length <= 255))

/** Converts todos to items. Puts parents first, so that their children can be linked to them. */
function* itemsOf(reading: Reading, zone: string): Generator<FileItem> {
  const { entries, todos } = reading
  yield* entries
  // Of todos with the same key, the last one counts.
  const byKey = new Map(todos.map(todo => [todo.key, todo]))
  const sorted = parentsFirst(
    [...byKey.values()],
    ({ key }) => key,
    ({ parent }) => parent,
  )
  /** A subtodo gets the list of its topmost ancestor. */
  const tops = new Map<string, SourceTodo>()
  const listOf = (todo: SourceTodo): string | null => {
    const top = tops.get(todo.parent ?? '') ?? todo
    tops.set(todo.key, top)
    return top.list ? titleFrom(clean(top.list)) : null
  }
  for (const todo of sorted)
    yield itemOf(reading, todo, { zone, list: listOf(todo), hasParent: byKey.has(todo.parent ?? '') })
}

function itemOf(
  reading: Reading,
  todo: SourceTodo,
  { zone, list, hasParent }: { zone: string; list: string | null; hasParent: boolean },
): FileItem {
  const title = clean(todo.title)
  const notes = clean(todo.notes ?? '')
  const uid = uidOf(todo.key)
  const due = todo.due ?? null
  const model: TaskModel = {
    title: titleFrom(title),
    description: textFrom('description', notes),
    status: todo.status ?? 'open',
    completed: todo.status === 'done' ? (todo.completed_at ?? null) : null,
    due: due?.at ?? null,
    due_is_date: due?.is_date ?? false,
    timezone: due && !due.is_date ? due.zone || zone : '',
    rule: due && todo.rule ? todo.rule : null,
    priority: todo.priority ?? 0,
    estimate_minutes: todo.estimate_minutes ?? null,
    tags: namesOf(todo.tags),
    parent: hasParent && todo.parent ? uidOf(todo.parent) : null,
  }
  const at = todo.created_at ?? 0
  const text = writeCalendar(newTask(model, { uid, created_at: at, updated_at: at, version: 0 }))
  const is_cut = { title: title.length > 255, description: notes.length > 10_000 }
  if (is_cut.title) reading.lose('long_titles')
  if (is_cut.description) reading.lose('long_descriptions')
  return { kind: 'todo', uid, line: todo.line, text, series: null, is_cut, model, list }
}
