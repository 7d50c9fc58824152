// Todoist: a project's CSV, the ZIP backup with one CSV per project, and the sync API's JSON.
import { cellReader, readTable } from './csv-text.ts'
import { readDate } from './dates.ts'
import { ruleFromWords } from './rule-words.ts'
import { joined, keyFrom, listOf, type Reading, recordOf, type SourceFile, textOf } from './source-item.ts'

const HEADER = ['type', 'content', 'priority', 'indent']

export const isTodoistCsv = (text: string): boolean => readTable(text.slice(0, 4_096), HEADER) !== undefined

export const isTodoistJson = (value: unknown): boolean => {
  const { items, projects } = recordOf(value)
  return Array.isArray(items) && Array.isArray(projects) && items.every(each => 'content' in recordOf(each))
}

/** A backup names its files after projects: `Work [220474322].csv`. */
const listName = (name: string | undefined): string =>
  name
    ?.replace(/^.*[/\\]/, '')
    .replace(/\.csv$/i, '')
    .replace(/\s*\[[\w-]+\]$/, '')
    .trim() || 'Todoist'

export function readTodoistCsv(reading: Reading, { name, text }: SourceFile, zone: string): void {
  const table = readTable(text, HEADER)
  if (!table) return
  const cell = cellReader(table)
  const list = listName(name)
  /** The ancestors of the previous task, outermost first, and then the task itself. */
  let above: { key: string; title: string }[] = []
  for (const row of table.rows) {
    const type = cell(row, 'type').toLowerCase()
    if (type === 'section') {
      above = []
      reading.lose('sections')
    } else if (type === 'note') reading.lose('comments')
    else if (type === 'task') {
      const { title, tags } = labeled(cell(row, 'content'))
      const indent = Math.max(1, Math.min(Number(cell(row, 'indent')) || 1, above.length + 1))
      above = above.slice(0, indent - 1)
      if (title === '') {
        reading.skip(row.line, 'The task has no content.')
        continue
      }
      const parent = above.at(-1)
      const key = reading.keyOf('todoist', list, ...above.map(each => each.title), title)
      above.push({ key, title })
      const date = cell(row, 'date')
      const ownZone = zoneOr(cell(row, 'timezone'), zone)
      const due = date === '' ? undefined : readDate(date, ownZone)
      const deadline = due ? undefined : readDate(cell(row, 'deadline'), ownZone)
      if (date !== '' && !due) reading.lose('dates')
      if (cell(row, 'responsible') !== '') reading.lose('assignees')
      reading.todos.push({
        ...{ key, line: row.line, title, list, tags, parent: parent?.key ?? null },
        notes: joined(cell(row, 'description'), date !== '' && !due ? `Date: ${date}` : null),
        due: due ?? deadline,
        // In CSV, priority 1 is the highest, and 4 means none.
        priority: 4 - clamp(Number(cell(row, 'priority')) || 4),
        estimate_minutes: minutesOf(Number(cell(row, 'duration')), cell(row, 'durationunit')),
      })
    } else if (type !== 'meta' && type !== '')
      reading.skip(row.line, `Rows of the type “${type.slice(0, 40)}” are unknown.`)
  }
}

export function readTodoistJson(reading: Reading, value: unknown, zone: string): void {
  const { items, projects, notes, sections } = recordOf(value)
  const lists = new Map(
    listOf(projects).map(each => [keyFrom(recordOf(each)['id']), textOf(recordOf(each)['name'])]),
  )
  reading.lose('comments', listOf(notes).length)
  reading.lose('sections', listOf(sections).length)
  for (const [at, each] of listOf(items).entries()) {
    const item = recordOf(each)
    const key = keyFrom(item['id'])
    const title = textOf(item['content'])
    if (!key || title === '') {
      reading.skip(at + 1, 'The task has no id or no content.', title || null)
      continue
    }
    if (item['is_deleted'] === true) continue
    const due = recordOf(item['due'])
    const words = textOf(due['string'])
    const date = readDate(
      textOf(due['datetime']) || textOf(due['date']),
      zoneOr(textOf(due['timezone']), zone),
    )
    const rule = due['is_recurring'] === true && date ? ruleFromWords(words) : undefined
    const isLost = due['is_recurring'] === true && !rule
    if (isLost) reading.lose('repeats')
    if (keyFrom(item['responsible_uid'])) reading.lose('assignees')
    const duration = recordOf(item['duration'])
    reading.todos.push({
      ...{ key: `todoist-${key}`, line: at + 1, title, rule, due: date },
      list: lists.get(keyFrom(item['project_id'])) || 'Todoist',
      parent: keyFrom(item['parent_id']) ? `todoist-${keyFrom(item['parent_id'])}` : null,
      notes: joined(textOf(item['description']), isLost ? `Repeats: ${words}` : null),
      status: item['checked'] === true || item['checked'] === 1 ? 'done' : 'open',
      completed_at: readDate(textOf(item['completed_at']), zone)?.at,
      created_at: readDate(textOf(item['added_at']), zone)?.at,
      // In JSON, priority 4 is the highest, and 1 means none.
      priority: clamp(Number(item['priority']) || 1) - 1,
      tags: listOf(item['labels']).filter(label => typeof label === 'string'),
      estimate_minutes: minutesOf(Number(duration['amount']), textOf(duration['unit'])),
    })
  }
}

/** Labels are words of the content that begin with @. */
function labeled(content: string): { title: string; tags: string[] } {
  const tags: string[] = []
  const title = content.replace(/(^|\s)@([\p{L}\p{N}_\-/]+)(?=\s|$)/gu, (_, _space, tag: string) => {
    tags.push(tag)
    return ''
  })
  // A task that consists only of labels keeps them as its title.
  return title.trim() === '' ? { title: content.trim(), tags: [] } : { title: title.trim(), tags }
}

const clamp = (value: number): number => Math.max(1, Math.min(4, Math.round(value)))

const minutesOf = (amount: number, unit: string): number | null =>
  amount > 0 ? Math.min(100_000, Math.round(amount * (unit.startsWith('day') ? 1440 : 1))) : null

/** Returns the zone with this name, or `zone` if the name is empty or unknown to this server. */
export function zoneOr(name: string, zone: string): string {
  try {
    return name === '' ? zone : new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return zone
  }
}
