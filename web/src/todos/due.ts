import type { Todo } from '@daymark/contract/planning/todos'
import { calendarDateText, dateOf, dateTimeText } from '../design/format.ts'
import type { Language } from '../session/language.tsx'
import { addDays, instantOf, type Local, localOf, startOfDay } from '../session/region/zone-time.ts'
import { timezone } from '../session/storage/preferences.ts'
import { isOpen } from './tree/visible.ts'

type Due = Pick<Todo, 'deadline' | 'deadline_date'>

/** Formats a deadline as `Fri, Nov 20`, plus the time if it has one. Undefined without a deadline. */
export function dueText({ deadline, deadline_date }: Due, language: Language): string | undefined {
  if (deadline_date !== null) return calendarDateText(deadline_date, language)
  return deadline === null ? undefined : dateTimeText(deadline, language)
}

/** The date in the user's time zone. */
export const dueDate = ({ deadline, deadline_date }: Due): string | null =>
  deadline_date ?? (deadline === null ? null : dateOf(deadline))

/** The last time zone in which a date ends. */
const LAST_ZONE = 'Etc/GMT+12'

/**
 * A deadline without a time is overdue after its date has ended in the owner's time zone. Because other owners' time
 * zones are unknown, their todos are overdue after the date has ended everywhere.
 */
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

/** Both fields are empty without a deadline. The time is empty if the deadline has no time. */
export function dueFields({ deadline, deadline_date }: Due, zone = timezone()): Local {
  if (deadline_date !== null) return { date: deadline_date, time: '' }
  return deadline === null ? { date: '', time: '' } : localOf(Date.parse(deadline), zone)
}

/** Returns the deadline in the format of the API. */
export function dueOf({ date, time }: Local, zone = timezone()): string | null {
  if (date === '') return null
  return time === '' ? date : new Date(instantOf({ date, time }, zone)).toISOString()
}
