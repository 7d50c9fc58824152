// When a todo is due, at a time or on a date: formatting, and whether it is overdue.
import type { Todo } from '@daymark/contract/planning/todos'
import { calendarDateText, dateOf, dateTimeText } from '../design/format.ts'
import type { Language } from '../session/language.tsx'
import { addDays, instantOf, type Local, localOf, startOfDay } from '../session/region/zone-time.ts'
import { timezone } from '../session/storage/preferences.ts'
import { isOpen } from './tree/visible.ts'

type Due = Pick<Todo, 'deadline' | 'deadline_date'>

/** Formats a deadline as `Fri, Nov 20`, with the time if it has one; undefined without a deadline. */
export function dueText({ deadline, deadline_date }: Due, language: Language): string | undefined {
  if (deadline_date !== null) return calendarDateText(deadline_date, language)
  return deadline === null ? undefined : dateTimeText(deadline, language)
}

/** Returns the date of the deadline in the user's time zone. */
export const dueDate = ({ deadline, deadline_date }: Due): string | null =>
  deadline_date ?? (deadline === null ? null : dateOf(deadline))

/** The time zone in which a date ends last. */
const LAST_ZONE = 'Etc/GMT+12'

/** A date is overdue when it has ended in the owner's time zone. For todos of others, when it has ended everywhere. */
export function isOverdue(
  todo: Due & Pick<Todo, 'status' | 'is_shared'>,
  now = Date.now(),
  zone = timezone(),
): boolean {
  if (!isOpen(todo)) return false
  if (todo.deadline_date !== null)
    return now >= startOfDay(addDays(todo.deadline_date, 1), todo.is_shared ? LAST_ZONE : zone)
  return todo.deadline !== null && Date.parse(todo.deadline) < now
}

/** Converts a deadline to form values. Both are empty without a deadline, and the time is empty for a date. */
export function dueFields({ deadline, deadline_date }: Due, zone = timezone()): Local {
  if (deadline_date !== null) return { date: deadline_date, time: '' }
  return deadline === null ? { date: '', time: '' } : localOf(Date.parse(deadline), zone)
}

/** Converts form values to a deadline for a request. */
export function dueOf({ date, time }: Local, zone = timezone()): string | null {
  if (date === '') return null
  return time === '' ? date : new Date(instantOf({ date, time }, zone)).toISOString()
}
