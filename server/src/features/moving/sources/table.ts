// Tables of unknown programs: columns are recognized by their names, or the person assigns them.
import { type CsvRow, columnName, readRows } from './csv-text.ts'
import { type DateOrder, dateOrder, instantIn, readDate, readDuration, readTime } from './dates.ts'
import type { Reading, ReadOptions } from './source-item.ts'

/** Column names that programs use for these fields, normalized by `columnName`. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  title: [
    'title',
    'task',
    'taskname',
    'name',
    'summary',
    'subject',
    'content',
    'todo',
    'description',
    '제목',
    '이름',
  ],
  notes: ['notes', 'note', 'details', 'body', 'comment', 'description', '메모', '설명'],
  list: ['list', 'project', 'listname', 'folder', 'category', '목록', '프로젝트'],
  due: ['due', 'duedate', 'deadline', 'date', '마감', '마감일', '날짜'],
  done: ['done', 'completed', 'status', 'iscompleted', 'complete', '완료', '상태'],
  priority: ['priority', '우선순위'],
  tags: ['tags', 'labels', 'tag', 'label', '태그'],
  estimate: ['estimate', 'estimateminutes', '예상'],
  start: ['start', 'starttime', 'startdate', 'begin', 'from', '시작'],
  end: ['end', 'endtime', 'stop', 'finish', 'to', '끝', '종료'],
  duration: ['duration', 'hours', '시간'],
  id: ['id', 'uid', 'key', 'taskid'],
}
const DONE = /^(?:x|y|yes|true|1|done|complete|completed|finished|closed|완료|예)$/i
const PRIORITIES: Readonly<Record<string, number>> = {
  low: 1,
  medium: 2,
  normal: 2,
  high: 3,
  urgent: 3,
  highest: 3,
}

export function readAnyTable(reading: Reading, text: string, { zone, name, columns }: ReadOptions): void {
  const [header, ...rows] = readRows(text)
  reading.columns = (header?.cells ?? []).map(each => each.trim()).filter(Boolean)
  reading.headers.push(...reading.columns)
  const places = placesOf(header?.cells ?? [], columns)
  const cell = ({ cells }: CsvRow, field: string): string => (cells[places.get(field) ?? -1] ?? '').trim()
  const order = dateOrder(
    rows.flatMap(row => ['due', 'start'].map(field => cell(row, field))).filter(Boolean),
  )
  const isTimes = places.has('start') && (places.has('end') || places.has('duration'))
  if (!places.has('title') && !isTimes) return
  const fallback = name?.replace(/^.*[/\\]/, '').replace(/\.\w+$/, '') || 'CSV'
  for (const row of rows) {
    if (isTimes) readMeasured(reading, row, cell, zone, order)
    else readTodo(reading, row, cell, { zone, order, fallback })
  }
}

type Cell = (row: CsvRow, field: string) => string

function readTodo(
  reading: Reading,
  row: CsvRow,
  cell: Cell,
  { zone, order, fallback }: { zone: string; order: DateOrder; fallback: string },
): void {
  const title = cell(row, 'title')
  if (title === '') {
    reading.skip(row.line, 'The row has no title.')
    return
  }
  const date = cell(row, 'due')
  const due = date === '' ? undefined : readDate(date, zone, order)
  if (date !== '' && !due)
    reading.skip(row.line, `“${date.slice(0, 60)}” is not a date. The todo has no deadline.`, title)
  const priority = cell(row, 'priority').toLowerCase()
  const list = cell(row, 'list') || fallback
  const id = cell(row, 'id')
  reading.todos.push({
    ...{ key: id === '' ? reading.keyOf('csv', list, title) : `csv-${id}`, line: row.line, title, list, due },
    notes: cell(row, 'notes') === title ? null : cell(row, 'notes'),
    status: DONE.test(cell(row, 'done')) ? 'done' : 'open',
    priority: PRIORITIES[priority] ?? Math.max(0, Math.min(3, Math.round(Number(priority) || 0))),
    estimate_minutes: Math.min(100_000, Math.round(Number(cell(row, 'estimate')))) || null,
    tags: tagsOf(cell(row, 'tags')),
  })
}

function readMeasured(reading: Reading, row: CsvRow, cell: Cell, zone: string, order: DateOrder): void {
  const title = cell(row, 'title')
  const day = readDate(cell(row, 'due'), zone, order)
  const momentOf = (text: string): number | undefined => {
    const time = readTime(text)
    if (time !== undefined && day?.is_date) return instantIn(day.at + time, zone)
    const moment = readDate(text, zone, order)
    return moment && (moment.is_date ? instantIn(moment.at, zone) : moment.at)
  }
  const start = momentOf(cell(row, 'start'))
  const length = readDuration(cell(row, 'duration'))
  const end =
    momentOf(cell(row, 'end')) ?? (start !== undefined && length !== undefined ? start + length : undefined)
  if (start === undefined || end === undefined || end <= start) {
    reading.skip(row.line, 'The row has no start and end.', title || null)
    return
  }
  const project = cell(row, 'list')
  const id = cell(row, 'id')
  reading.timers.push({
    key: id === '' ? reading.keyOf('csv', String(start), String(end), title) : `csv-${id}`,
    ...{ line: row.line, title: title || null, start, end, notes: cell(row, 'notes') || null },
    tags: [...(project ? [project] : []), ...tagsOf(cell(row, 'tags'))],
  })
}

const tagsOf = (text: string): string[] =>
  text
    .split(/[,;]/)
    .map(tag => tag.trim())
    .filter(Boolean)

/**
 * Uses the columns that the person has assigned, then recognizes others by name. A recognized column gets only one
 * field.
 */
function placesOf(header: readonly string[], given: Readonly<Record<string, string>>): Map<string, number> {
  const names = header.map(columnName)
  const assigned = Object.entries(given).map(([field, name]) => [field, placeOf(header, name)] as const)
  const places = new Map(assigned.filter(([, at]) => at >= 0))
  const used = new Set(places.values())
  const assign = (field: string, at: number) => {
    if (at < 0 || used.has(at) || places.has(field)) return
    places.set(field, at)
    used.add(at)
  }
  for (const [field, known] of Object.entries(NAMES)) {
    if (given[field] === '') continue
    for (const name of known) assign(field, names.indexOf(name))
  }
  return places
}

/** Prefers the exact name, because names such as “#” and “%” differ only in their signs. */
export function placeOf(header: readonly string[], name: string): number {
  const exact = header.findIndex(each => each.trim() === name.trim())
  const known = columnName(name)
  return exact >= 0 || known === '' ? exact : header.findIndex(each => columnName(each) === known)
}
