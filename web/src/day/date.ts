import { addDays } from '../session/region/zone-time.ts'

const PATTERN = /^\/day\/(\d{4}-\d\d-\d\d)$/

/** Takes a path such as `/day/2026-11-16`. Returns undefined for `/`, which is today, and for invalid dates. */
export function dateInPath(path: string): string | undefined {
  const date = PATTERN.exec(path)?.[1]
  return date !== undefined && isReal(date) ? date : undefined
}

export const pathOf = (date: string, today: string): string => (date === today ? '/' : `/day/${date}`)

export function nameOf(date: string, today: string): 'yesterday' | 'today' | 'tomorrow' | undefined {
  if (date === today) return 'today'
  if (date === addDays(today, 1)) return 'tomorrow'
  return date === addDays(today, -1) ? 'yesterday' : undefined
}

const isReal = (date: string): boolean =>
  !Number.isNaN(Date.parse(`${date}T00:00:00Z`)) && addDays(date, 0) === date
