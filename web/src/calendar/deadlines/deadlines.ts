import type { Schedule } from '@daymark/contract/planning/schedule'
import type { SourceTodo } from '@daymark/contract/planning/todo'
import { addDays, startOfDay } from '../../session/region/zone-time.ts'
import type { Dates } from '../entries/entries.ts'

export type DueTodo = Pick<
  SourceTodo,
  'id' | 'title' | 'deadline' | 'deadline_date' | 'status' | 'created_at' | 'tags'
>

export interface Deadline<T extends DueTodo = DueTodo> {
  todo: T
  entry: Schedule | undefined
}

const HOUR_MS = 3_600_000

/**
 * True if the entry only marks a deadline. The server creates such an entry with the deadline: one hour long, or one
 * day long if the deadline is a date. Entries with another length or start are planned time, and so is an entry that
 * the todo was created from. Until the todo has loaded, only the length counts.
 */
export function marksDeadline(entry: Schedule, todo: DueTodo | undefined): boolean {
  if (entry.source_todo_id === null || entry.parent_id !== null || !hasFirstLength(entry)) return false
  if (!todo) return true
  if (Date.parse(todo.created_at) > Date.parse(entry.created_at)) return false
  return entry.all_day
    ? todo.deadline_date === entry.start_date
    : todo.deadline !== null && Date.parse(todo.deadline) === Date.parse(entry.start_time)
}

const hasFirstLength = ({ all_day, start_date, end_date, start_time, end_time }: Schedule): boolean =>
  all_day
    ? addDays(start_date ?? '', 1) === end_date
    : Date.parse(end_time) - Date.parse(start_time) === HOUR_MS

export interface Sorted<T extends DueTodo> {
  deadlines: Deadline<T>[]
  /** Entries that do not mark a deadline. Some of them may belong to todos. */
  entries: Schedule[]
}

/**
 * Separates deadlines from other entries. Also adds each deadline within `dates`, unless an entry already shows it or
 * the todo is canceled.
 */
export function withDeadlines<T extends DueTodo>(
  all: readonly Schedule[],
  todos: ReadonlyMap<string, T>,
  dates: Dates,
  zone: string,
): Sorted<T | DueTodo> {
  const deadlines: Deadline<T | DueTodo>[] = []
  const entries: Schedule[] = []
  const marked = new Set<string>()
  for (const entry of all) {
    const todo = entry.source_todo ?? todos.get(entry.source_todo_id ?? '')
    if (!marksDeadline(entry, todo)) entries.push(entry)
    else {
      marked.add(entry.source_todo_id ?? '')
      deadlines.push({ todo: todo ?? unknownTodo(entry), entry })
    }
  }
  const [from, to] = [startOfDay(dates.start, zone), startOfDay(dates.end, zone)]
  for (const todo of todos.values()) {
    const at = todo.deadline_date
      ? startOfDay(todo.deadline_date, zone)
      : todo.deadline && Date.parse(todo.deadline)
    if (!at || at < from || at >= to || marked.has(todo.id) || todo.status === 'CANCELLED') continue
    // An entry of the todo that starts at the deadline already shows when the todo is due.
    if (entries.some(entry => entry.source_todo_id === todo.id && startsAt(entry, todo))) continue
    deadlines.push({ todo, entry: undefined })
  }
  return { deadlines, entries }
}

const startsAt = (entry: Schedule, { deadline, deadline_date }: DueTodo): boolean =>
  entry.all_day
    ? entry.start_date === deadline_date
    : Date.parse(entry.start_time) === Date.parse(deadline ?? '')

/** Returns a placeholder for a todo that has not loaded yet. */
const unknownTodo = (entry: Schedule): DueTodo => ({
  id: entry.source_todo_id ?? '',
  title: entry.title,
  deadline: entry.all_day ? null : entry.start_time,
  deadline_date: entry.start_date,
  status: entry.state === 'COMPLETED' ? 'DONE' : 'UNSCHEDULED',
  created_at: entry.created_at,
  tags: entry.tags,
})
