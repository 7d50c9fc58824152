// TickTick: the CSV backup. A preface of a few lines may come before the header.
import { parseRule } from '@daymark/recurrence/rule'
import { cellReader, readTable } from './csv-text.ts'
import { localDate, readDate } from './dates.ts'
import type { Reading } from './source-item.ts'
import { zoneOr } from './todoist.ts'

const HEADER = ['listname', 'title', 'duedate', 'status']

export const isTickTick = (text: string): boolean => readTable(text.slice(0, 8_192), HEADER) !== undefined

/** Maps TickTick's priorities (1 = low, 3 = medium, 5 = high) to Daymark's. */
const PRIORITIES: Readonly<Record<string, number>> = { '1': 1, '3': 2, '5': 3 }

export function readTickTick(reading: Reading, text: string, zone: string): void {
  const table = readTable(text, HEADER)
  if (!table) return
  const cell = cellReader(table)
  for (const row of table.rows) {
    const title = cell(row, 'title')
    const notes = cell(row, 'content')
    if (title === '' && notes === '') {
      reading.skip(row.line, 'The task has no title.')
      continue
    }
    if (cell(row, 'kind').toUpperCase() === 'NOTE') {
      reading.lose('notes')
      continue
    }
    const list = cell(row, 'listname') || 'TickTick'
    const status = cell(row, 'status')
    const id = cell(row, 'taskid')
    const ownZone = zoneOr(cell(row, 'timezone'), zone)
    const written = cell(row, 'duedate') || cell(row, 'startdate')
    const due = dueOf(written, ownZone, isYes(cell(row, 'isallday')))
    if (written !== '' && !due) reading.lose('dates')
    const repeat = cell(row, 'repeat').replace(/^RRULE:/i, '')
    const rule = repeat !== '' && due && parseRule(repeat).ok ? repeat : undefined
    if (repeat !== '' && !rule) reading.lose('repeats')
    if (cell(row, 'reminder') !== '') reading.lose('reminders')
    if (cell(row, 'columnname') !== '') reading.lose('sections')
    const parent = cell(row, 'parentid')
    reading.todos.push({
      key: id === '' ? reading.keyOf('ticktick', list, title, cell(row, 'createdtime')) : `ticktick-${id}`,
      line: row.line,
      title: title || notes.slice(0, 80),
      notes,
      list,
      parent: parent === '' ? null : `ticktick-${parent}`,
      due,
      rule,
      // In TickTick, 1 means completed, 2 means archived after completion, and -1 means "won't do".
      status: status === '1' || status === '2' ? 'done' : status === '-1' ? 'canceled' : 'open',
      completed_at: readDate(cell(row, 'completedtime'), ownZone)?.at,
      created_at: readDate(cell(row, 'createdtime'), ownZone)?.at,
      priority: PRIORITIES[cell(row, 'priority')] ?? 0,
      tags: cell(row, 'tags')
        .split(',')
        .map(tag => tag.trim())
        .filter(Boolean),
    })
  }
}

const isYes = (text: string): boolean => /^(?:true|y|yes|1)$/i.test(text)

/** TickTick writes the due date of an all-day task as the instant when the day begins in the task's zone. */
function dueOf(text: string, zone: string, isAllDay: boolean) {
  const due = text === '' ? undefined : readDate(text, zone)
  return due && isAllDay && !due.is_date ? localDate(due.at, zone) : due
}
