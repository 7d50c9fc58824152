// When a todo is due: at an instant, or by the end of a date. Reads it from a request. Pure.
import { parseDate, parseInstant } from '@daymark/contract/validation/instant'
import { DAY_MS } from '@daymark/recurrence/year'
import { invalid } from '../../../platform/kernel/errors.ts'

/** At most one of the two is set. */
export interface Due {
  deadline: number | null
  /** A date, as the midnight of UTC that it names. */
  deadline_date: number | null
}

/** A due time of either kind as one number, and whether it is a date. */
export interface DueMoment {
  at: number
  is_date: boolean
}

interface GivenDue {
  deadline?: string | null | undefined
  deadline_date?: string | null | undefined
}

export const momentOf = ({ deadline, deadline_date }: Due): DueMoment | null => {
  if (deadline_date !== null) return { at: deadline_date, is_date: true }
  return deadline === null ? null : { at: deadline, is_date: false }
}

export const dueAt = ({ at, is_date }: DueMoment): Due => ({
  deadline: is_date ? null : at,
  deadline_date: is_date ? at : null,
})

export const sameDue = (a: Due, b: Due): boolean =>
  a.deadline === b.deadline && a.deadline_date === b.deadline_date

const HOUR = 3_600_000
const HALF_DAY = DAY_MS / 2
const AFTER_LAST_YEAR = Date.UTC(2201, 0, 1)

/** The end of the schedule that is created for it: an hour after a time, or the end of the date. */
export const endOf = ({ at, is_date }: DueMoment): number => at + (is_date ? DAY_MS : HOUR)

/** False if its schedule would not end within the supported years. */
export const isSupported = (due: DueMoment): boolean => endOf(due) < AFTER_LAST_YEAR

/**
 * Where a todo is in lists by deadline. The order is stored, so it cannot depend on a zone that may change. Noon of
 * UTC is on the date itself from UTC-12 to UTC+11, so that a date is among the times of the same day.
 */
export const orderOf = (due: Due): number | null =>
  due.deadline_date === null ? due.deadline : due.deadline_date + HALF_DAY

/**
 * Reads both fields of a request. `deadline` may be a date too. Clients may send both fields back as they have read
 * them, so that null in one of them does not clear the other.
 */
export function readDue({ deadline, deadline_date }: GivenDue): Partial<Due> {
  if (deadline === undefined && deadline_date === undefined) return {}
  if (deadline === undefined && deadline_date === null) return { deadline_date: null }
  const text = deadline ?? deadline_date ?? null
  if (text === null) return NOT_DUE
  const moment = momentIn(text)
  if (deadline && deadline_date && (!moment?.is_date || moment.at !== parseDate(deadline_date))) {
    throw invalid('deadline_date', 'must be null, or the same date as deadline')
  }
  const field = deadline ? 'deadline' : 'deadline_date'
  if (moment === undefined) throw invalid(field, 'must be a date or a datetime of the years 1900 to 2200')
  if (!isSupported(moment)) {
    throw invalid(field, 'must be earlier, because its entry would end after the year 2200')
  }
  return dueAt(moment)
}

export const NOT_DUE: Due = { deadline: null, deadline_date: null }

function momentIn(text: string): DueMoment | undefined {
  const date = parseDate(text)
  if (date !== undefined) return { at: date, is_date: true }
  const at = parseInstant(text)
  return at === undefined ? undefined : { at, is_date: false }
}
