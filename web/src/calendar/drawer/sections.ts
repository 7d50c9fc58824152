import type { Todo } from '@daymark/contract/planning/todos'
import { addDays } from '../../session/region/zone-time.ts'
import { dueDate } from '../../todos/due.ts'

export const SECTIONS = ['overdue', 'today', 'noDate', 'upcoming'] as const
export type SectionName = (typeof SECTIONS)[number]

const UPCOMING_DAYS = 14

/** Returns undefined for todos due in more than two weeks, which appear only in their lists. */
export function sectionOf(
  todo: Pick<Todo, 'deadline' | 'deadline_date'>,
  today: string,
): SectionName | undefined {
  const date = dueDate(todo)
  if (date === null) return 'noDate'
  if (date < today) return 'overdue'
  if (date === today) return 'today'
  return date <= addDays(today, UPCOMING_DAYS) ? 'upcoming' : undefined
}

/** Groups the todos by section, and sorts each section by deadline, then by priority. */
export function sectionsOf(todos: readonly Todo[], today: string): Map<SectionName, Todo[]> {
  const sections = new Map<SectionName, Todo[]>(SECTIONS.map(name => [name, []]))
  for (const todo of todos) {
    const name = sectionOf(todo, today)
    if (name) sections.get(name)?.push(todo)
  }
  // Computed once per todo, because sorting thousands of todos compares each of them many times.
  const dates = new Map(todos.map(todo => [todo, `${dueDate(todo) ?? ''} ${todo.deadline ?? ''}`]))
  for (const all of sections.values())
    all.sort((a, b) => compared(dates.get(a) ?? '', dates.get(b) ?? '') || b.priority - a.priority)
  return sections
}

const compared = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const USUAL_MINUTES = 30
const MOST_MINUTES = 12 * 60

/** In milliseconds. */
export const plannedLength = ({ estimate_minutes }: Pick<Todo, 'estimate_minutes'>): number =>
  Math.min(MOST_MINUTES, estimate_minutes ?? USUAL_MINUTES) * 60_000
