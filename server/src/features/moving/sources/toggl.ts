// Toggl Track: CSV of the detailed report (old and new columns, dates of any region), and JSON.
import { cellReader, columnName, readTable } from './csv-text.ts'
import { dateOrder, instantIn, readDate, readDuration, readTime } from './dates.ts'
import { keyFrom, listOf, type Reading, recordOf, textOf } from './source-item.ts'

const HEADER = ['description', 'startdate', 'starttime', 'duration']

export const isTogglCsv = (text: string): boolean => readTable(text.slice(0, 4_096), HEADER) !== undefined

export const isTogglJson = (value: unknown): boolean => {
  const entries = Array.isArray(value) ? value : listOf(recordOf(value)['data'])
  const first = recordOf(entries[0])
  return (
    ('start' in first && ('stop' in first || 'end' in first || 'duration' in first)) ||
    'time_entries' in first
  )
}

export function readTogglCsv(reading: Reading, text: string, zone: string): void {
  const table = readTable(text, HEADER)
  if (!table) return
  const cell = cellReader(table)
  const order = dateOrder(table.rows.map(row => cell(row, 'startdate')))
  const hasMoney = table.header.some(name => columnName(name).startsWith('amount'))
  for (const row of table.rows) {
    const title = cell(row, 'description')
    const start = instantOf(cell(row, 'startdate'), cell(row, 'starttime'), zone, order)
    const end =
      instantOf(cell(row, 'enddate', 'stopdate'), cell(row, 'endtime', 'stoptime'), zone, order) ??
      plus(start, readDuration(cell(row, 'duration')))
    if (start === undefined || end === undefined) {
      reading.skip(row.line, 'The start or the end of the entry is not a date and time.', title || null)
      continue
    }
    if (hasMoney && /^yes|true$/i.test(cell(row, 'billable'))) reading.lose('billing')
    add(reading, row.line, {
      ...{ key: null, start, end, title, project: cell(row, 'project'), client: cell(row, 'client') },
      task: cell(row, 'task'),
      tags: cell(row, 'tags').split(','),
    })
  }
}

export function readTogglJson(reading: Reading, value: unknown, zone: string): void {
  const entries = Array.isArray(value) ? value : listOf(recordOf(value)['data'])
  for (const [at, each] of entries.entries()) {
    const entry = recordOf(each)
    const parts = Array.isArray(entry['time_entries']) ? listOf(entry['time_entries']) : [entry]
    for (const inner of parts) {
      const part = recordOf(inner)
      const title = textOf(entry['description'])
      const start = readDate(textOf(part['start']), zone)?.at
      const seconds = Number(part['seconds'] ?? part['duration'])
      const end =
        readDate(textOf(part['stop']) || textOf(part['end']), zone)?.at ??
        plus(start, seconds > 0 ? seconds * 1000 : undefined)
      if (start === undefined || end === undefined) {
        if (start !== undefined && seconds < 0) reading.lose('running_entries')
        else reading.skip(at + 1, 'The start or the end of the entry is not a date and time.', title || null)
        continue
      }
      add(reading, at + 1, {
        ...{ key: keyFrom(part['id']), start, end, title },
        project: textOf(entry['project']) || textOf(entry['project_name']),
        client: textOf(entry['client']) || textOf(entry['client_name']),
        task: textOf(entry['task']) || textOf(entry['task_name']),
        tags: [...listOf(entry['tags']), ...listOf(entry['tag_names'])].filter(
          tag => typeof tag === 'string',
        ),
      })
    }
  }
}

interface Entry {
  key: string | null
  start: number
  end: number
  title: string
  project: string
  client: string
  task: string
  tags: readonly string[]
}

function add(
  reading: Reading,
  line: number,
  { key, start, end, title, project, client, task, tags }: Entry,
): void {
  if (end <= start) {
    reading.skip(line, 'The entry has no duration.', title || null)
    return
  }
  const names = [project, ...tags].map(tag => tag.trim()).filter(Boolean)
  const about = [client && `Client: ${client}`, task && `Task: ${task}`].filter(Boolean).join('\n')
  reading.timers.push({
    key: key ? `toggl-${key}` : reading.keyOf('toggl', String(start), String(end), title, project),
    ...{ line, start, end, title: title || task || project || null, notes: about || null, tags: names },
  })
}

function instantOf(date: string, time: string, zone: string, order: 'dmy' | 'mdy'): number | undefined {
  const day = readDate(date, zone, order)
  const clock = readTime(time)
  if (!day || clock === undefined) return day && !day.is_date ? day.at : undefined
  return instantIn(day.at + clock, zone)
}

const plus = (start: number | undefined, more: number | undefined): number | undefined =>
  start === undefined || more === undefined ? undefined : start + more
