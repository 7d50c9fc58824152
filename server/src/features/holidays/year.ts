// Corrects the library's rules for a year, computes the holidays and caches them.
import { correctYear } from './corrections.ts'
import { type Holiday, toHolidays } from './holiday.ts'
import type { Library } from './library.ts'
import { type Region, regionCode } from './place/region.ts'

export interface YearQuery {
  country: string
  region: Region | undefined
  year: number
  /** The library's language code. If undefined, names are in the country's own language or in English. */
  language: string | undefined
}

const MAX_YEARS_KEPT = 500
const kept = new Map<string, readonly Holiday[]>()

const keyOf = ({ country, region, year, language }: YearQuery) =>
  [country, regionCode(region), year, language].join('/')

export const isRemembered = (query: YearQuery): boolean => kept.has(keyOf(query))

/** Returns the days of the holidays that begin in the year. Some of these days may be in the next year. */
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
  // Computes in UTC, because a DST change would make a day 23 hours long.
  const options = { timezone: 'UTC', ...(language === undefined ? {} : { languages: language }) }
  const calendar = new library({ country, ...region }, options)
  correctYear(calendar, country, year)
  return toHolidays(calendar.getHolidays(year), { country, region: regionCode(region) })
}
