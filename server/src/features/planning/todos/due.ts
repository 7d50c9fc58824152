// A deadline is an instant or a whole date. Pure.
import { parseDate, parseInstant } from '@daymark/contract/validation/instant'
import { DAY_MS } from '@daymark/recurrence/year'
import { invalid } from '../../../platform/kernel/errors.ts'

/** At most one of the two fields is set. */
export interface Due {
  deadline: number | null
  /** Midnight UTC of the date. */
  deadline_date: number | null
}

/** A deadline of either kind as one number: an instant, or midnight UTC of a date. */
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

/** The length of a todo's schedule if the deadline has a time of day. */
export const TIMED_ENTRY_MS = 3_600_000
const HALF_DAY = DAY_MS / 2
const AFTER_LAST_YEAR = Date.UTC(2201, 0, 1)

/** A todo's schedule ends one hour after a time, or at the end of a date. */
export const endOf = ({ at, is_date }: DueMoment): number => at + (is_date ? DAY_MS : TIMED_ENTRY_MS)

/** False if the todo's schedule would end after the supported years. */
export const isSupported = (due: DueMoment): boolean => endOf(due) < AFTER_LAST_YEAR

/**
 * Returns the sort key of a deadline. Sort keys are stored, so they cannot depend on a time zone. A date sorts at noon
 * UTC, which is on that date in all zones from UTC-12 to UTC+11.
 */
export const orderOf = (due: Due): number | null =>
  due.deadline_date === null ? due.deadline : due.deadline_date + HALF_DAY

/**
 * Reads both deadline fields of a request. `deadline` may also contain a date. If one field is set, null in the other
 * has no effect, because clients may send back both fields as they read them. `deadline: null` alone clears both.
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
