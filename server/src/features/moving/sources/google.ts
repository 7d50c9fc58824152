// Google Takeout: Tasks.json, and the calendars as .ics files.
import { readItems } from '../../icalendar/files/file-item.ts'
import { readFile } from '../../icalendar/files/file-objects.ts'
import { ObjectFault } from '../../icalendar/mapping/model.ts'
import { dateOf, readDate } from './dates.ts'
import { keyFrom, listOf, type Reading, recordOf, textOf } from './source-item.ts'

export const isGoogleTasks = (value: unknown): boolean => {
  const { kind, items } = recordOf(value)
  return Array.isArray(items) && (kind === 'tasks#taskLists' || kind === 'tasks#tasks')
}

export const isCalendar = (text: string): boolean => /^\uFEFF?\s*BEGIN:VCALENDAR/i.test(text)

export function readGoogleTasks(reading: Reading, value: unknown, zone: string): void {
  const whole = recordOf(value)
  const lists = whole['kind'] === 'tasks#tasks' ? [whole] : listOf(whole['items']).map(recordOf)
  let line = 0
  for (const list of lists)
    for (const task of listOf(list['items']).map(recordOf)) {
      line++
      const id = keyFrom(task['id'])
      const title = textOf(task['title'])
      // Google stores empty lines as tasks without a title.
      if (!id || title === '') {
        reading.skip(line, 'The task has no title.')
        continue
      }
      if (task['deleted'] === true) continue
      const due = readDate(textOf(task['due']), zone)
      reading.lose('links', listOf(task['links']).length)
      reading.todos.push({
        ...{ key: `google-${id}`, line, title, notes: textOf(task['notes']) },
        list: textOf(list['title']) || 'Google Tasks',
        parent: keyFrom(task['parent']) ? `google-${keyFrom(task['parent'])}` : null,
        status: task['status'] === 'completed' ? 'done' : 'open',
        completed_at: readDate(textOf(task['completed']), zone)?.at,
        created_at: readDate(textOf(task['created']) || textOf(task['updated']), zone)?.at,
        // Google writes a due date as midnight UTC.
        due: due && dateOf(due.at),
      })
    }
}

export function readCalendar(reading: Reading, text: string, zone: string): void {
  const { objects, problems, losses } = readFile(text)
  for (const problem of problems) reading.problems.push(problem)
  for (const [what, count] of losses) reading.lose(what, count)
  for (const object of objects)
    try {
      for (const item of readItems(object, zone)) {
        if (item.is_cut.title) reading.lose('long_titles')
        if (item.is_cut.description) reading.lose('long_descriptions')
        reading.entries.push(item)
      }
    } catch (error) {
      if (!(error instanceof ObjectFault)) throw error
      reading.skip(object.line, error.message, object.title)
    }
}
