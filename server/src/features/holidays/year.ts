// One year of holidays of one country or region in one language: read from the library, corrected, and cached.
import { correctYear } from './corrections.ts'
import { type Holiday, toHolidays } from './holiday.ts'
import type { Library } from './library.ts'
import { type Region, regionCode } from './place/region.ts'

export interface YearQuery {
  country: string
  region: Region | undefined
  year: number
  /** A language of the library; without one, names are in the country's own language, or in English. */
  language: string | undefined
}

const MAX_YEARS_KEPT = 500
const kept = new Map<string, readonly Holiday[]>()

const keyOf = ({ country, region, year, language }: YearQuery) =>
  [country, regionCode(region), year, language].join('/')

export const isRemembered = (query: YearQuery): boolean => kept.has(keyOf(query))

/** Holidays that begin in the year; the last of them may extend into the next. */
export function holidaysOfYear(library: Library, query: YearQuery): readonly Holiday[] {
  const key = keyOf(query)
  const known = kept.get(key)
  if (known !== undefined) return known
  const made = ask(library, query)
  const oldest = kept.size >= MAX_YEARS_KEPT ? kept.keys().next().value : undefined
  if (oldest !== undefined) kept.delete(oldest)
  kept.set(key, made)
  return made
}

function ask(library: Library, { country, region, year, language }: YearQuery): Holiday[] {
  // Wall-clock arithmetic in UTC: the country's DST changes must not make a day 23 hours long.
  const options = { timezone: 'UTC', ...(language === undefined ? {} : { languages: language }) }
  const calendar = new library({ country, ...region }, options)
  correctYear(calendar, country, year)
  return toHolidays(calendar.getHolidays(year), { country, region: regionCode(region) })
}
