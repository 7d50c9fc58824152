// The date in the address of the Day page: `/` is today, `/day/2026-11-16` is another day. Pure.
import { addDays } from '../session/region/zone-time.ts'

const PATTERN = /^\/day\/(\d{4}-\d\d-\d\d)$/

/** Returns the date in the path, or undefined for today and for dates that do not exist. */
export function dateInPath(path: string): string | undefined {
  const date = PATTERN.exec(path)?.[1]
  return date !== undefined && isReal(date) ? date : undefined
}

export const pathOf = (date: string, today: string): string => (date === today ? '/' : `/day/${date}`)

/** Returns the name of a day relative to today; undefined for other days. */
export function nameOf(date: string, today: string): 'yesterday' | 'today' | 'tomorrow' | undefined {
  if (date === today) return 'today'
  if (date === addDays(today, 1)) return 'tomorrow'
  return date === addDays(today, -1) ? 'yesterday' : undefined
}

const isReal = (date: string): boolean =>
  !Number.isNaN(Date.parse(`${date}T00:00:00Z`)) && addDays(date, 0) === date
