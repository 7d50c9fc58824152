// Vikunja: data.json of an export. It contains projects or, in older versions, namespaces with lists.
import { localDate, readDate } from './dates.ts'
import { joined, keyFrom, listOf, type Reading, recordOf, textOf } from './source-item.ts'

type Json = Record<string, unknown>

export const isVikunja = (value: unknown): boolean => {
  const [first] = listOf(value).map(recordOf)
  return first !== undefined && 'title' in first && ('tasks' in first || 'lists' in first)
}

export function readVikunja(reading: Reading, value: unknown, zone: string): void {
  const projects = listOf(value)
    .map(recordOf)
    .flatMap(each => [each, ...listOf(each['lists']).map(recordOf)])
  for (const project of projects) {
    const list = textOf(project['title']) || 'Vikunja'
    reading.lose('sections', listOf(project['buckets']).length)
    for (const [at, task] of listOf(project['tasks']).map(recordOf).entries())
      readTask(reading, task, { list, zone, line: at + 1 })
  }
}

interface Place {
  list: string
  zone: string
  line: number
}

function readTask(reading: Reading, task: Json, { list, zone, line }: Place): void {
  const key = keyFrom(task['id'])
  const title = textOf(task['title'])
  if (!key || title === '') {
    reading.skip(line, `A task of “${list}” has no id or no title.`, title || null)
    return
  }
  reading.lose('comments', listOf(task['comments']).length)
  reading.lose('attachments', listOf(task['attachments']).length)
  reading.lose('assignees', listOf(task['assignees']).length > 0 ? 1 : 0)
  reading.lose('reminders', listOf(task['reminders'] ?? task['reminder_dates']).length > 0 ? 1 : 0)
  const due = timeOf(task['due_date'], zone)
  const rule = ruleOf(task)
  if (rule && !due) reading.lose('repeats')
  const [parent] = listOf(recordOf(task['related_tasks'])['parenttask']).map(recordOf)
  const isDone = task['done'] === true
  reading.todos.push({
    ...{ key: `vikunja-${key}`, line, title, list },
    notes: plainText(textOf(task['description'])),
    parent: parent && keyFrom(parent['id']) ? `vikunja-${keyFrom(parent['id'])}` : null,
    status: isDone ? 'done' : 'open',
    completed_at: isDone ? timeOf(task['done_at'], zone)?.at : null,
    created_at: timeOf(task['created'], zone)?.at,
    due: due && isMidnight(textOf(task['due_date'])) ? localDate(due.at, 'UTC') : due,
    rule: due ? rule : null,
    // In Vikunja, 1 is low, 2 medium, 3 high, 4 urgent and 5 "do now". 3 and above become high.
    priority: Math.max(0, Math.min(3, Math.round(Number(task['priority']) || 0))),
    tags: listOf(task['labels'])
      .map(label => textOf(recordOf(label)['title']))
      .filter(Boolean),
  })
}

/** Year 1 means that there is no date. */
const timeOf = (value: unknown, zone: string) =>
  textOf(value).startsWith('0001-') ? undefined : readDate(textOf(value), zone)

const isMidnight = (text: string): boolean => /T00:00:00(?:\.0+)?Z$/.test(text)

/** `repeat_after` is in seconds. With `repeat_mode` 1, the task repeats every month. */
function ruleOf(task: Json): string | null {
  if (Number(task['repeat_mode']) === 1) return 'FREQ=MONTHLY'
  const seconds = Number(task['repeat_after']) || 0
  if (seconds <= 0) return null
  const [unit, length] = UNITS.find(([, each]) => seconds % each === 0) ?? ['', 0]
  if (length === 0) return null
  const count = seconds / length
  return `FREQ=${unit}${count > 1 ? `;INTERVAL=${count}` : ''}`
}

const UNITS: readonly (readonly [string, number])[] = [
  ['WEEKLY', 604_800],
  ['DAILY', 86_400],
]

/** Descriptions are HTML since version 0.22. */
function plainText(text: string): string | null {
  if (!/<[a-z][^>]*>/i.test(text)) return joined(text)
  const plain = text
    .replace(/<(?:br|\/p|\/li|\/h\d|\/div)[^>]*>/gi, '\n')
    .replace(/<li[^>]*>/gi, '- ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|amp|quot|#39|nbsp);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replace(/\n{3,}/g, '\n\n')
  return plain.trim() || null
}

const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  '#39': "'",
  nbsp: ' ',
}
