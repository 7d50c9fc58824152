import { invalid } from '../../platform/kernel/errors.ts'
import { resolveBound, type Zone } from '../../platform/kernel/time/zone.ts'

/** The time fields of a request, already validated by the contract. */
export interface PeriodQuery {
  year?: number
  start_year?: number
  end_year?: number
  start_date?: string
  end_date?: string
}

/** The first and last day (YYYY-MM-DD), both inclusive. */
export interface Period {
  from: string
  to: string
}

export const MAX_YEARS = 10

/**
 * Uses `year` if given, otherwise the range of years, otherwise the dates. If none is given, uses the year of
 * `today`.
 */
export function periodOf(query: PeriodQuery, zone: Zone, today: string): Period {
  if (query.year !== undefined) return years(query.year, query.year)
  if (query.start_year !== undefined) return years(query.start_year, query.end_year ?? query.start_year)
  if (query.end_year !== undefined) throw invalid('start_year', 'is required with end_year')
  if (query.start_date !== undefined && query.end_date !== undefined) {
    return dates(dateOf(query.start_date, zone, 'start_date'), dateOf(query.end_date, zone, 'end_date'))
  }
  if (query.end_date !== undefined) throw invalid('start_date', 'is required with end_date')
  if (query.start_date !== undefined) throw invalid('end_date', 'is required with start_date')
  const current = Number(today.slice(0, 4))
  return years(current, current)
}

function years(first: number, last: number): Period {
  if (last < first) throw invalid('end_year', 'must not be before start_year')
  if (last - first >= MAX_YEARS) throw tooLong('end_year')
  return { from: `${first}-01-01`, to: `${last}-12-31` }
}

function dates(from: string, to: string): Period {
  if (to < from) throw invalid('end_date', 'must not be before start_date')
  const beyond = Temporal.PlainDate.from(from).add({ years: MAX_YEARS }).toString()
  if (to >= beyond) throw tooLong('end_date')
  return { from, to }
}

/** Returns a date unchanged. Converts a datetime to its date in the request's time zone. */
const dateOf = (text: string, zone: Zone, path: string): string =>
  text.length > 10 ? zone.format(resolveBound(text, zone, path)).slice(0, 10) : text

const tooLong = (path: string) => invalid(path, `must not make the range longer than ${MAX_YEARS} years`)
