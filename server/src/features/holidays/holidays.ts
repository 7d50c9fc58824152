import { setImmediate } from 'node:timers/promises'
import { type Holiday, inOrder } from './holiday.ts'
import { loadLibrary } from './library.ts'
import { knownCountry } from './place/countries.ts'
import { findLanguage } from './place/language.ts'
import { findRegion } from './place/region.ts'
import { holidaysOfYear, isRemembered } from './year.ts'

export interface HolidayQuery {
  /** ISO 3166 code, in uppercase or lowercase. */
  country: string
  region?: string | undefined
  /** YYYY-MM-DD. */
  from: string
  /** YYYY-MM-DD, inclusive. */
  to: string
  /** A language tag. If no holiday has a name in this language, the country's own language is used. */
  lang?: string | undefined
}

export type HolidayAnswer = { holidays: Holiday[] } | { unknown: 'country' | 'region' }

/** Sorts the holidays by date, then by type (public holidays first), then by name. */
export async function listHolidays(query: HolidayQuery): Promise<HolidayAnswer> {
  const country = knownCountry(query.country)
  if (country === undefined) return { unknown: 'country' }
  const library = await loadLibrary()
  const region = query.region === undefined ? undefined : findRegion(library, country, query.region)
  if (query.region !== undefined && region === undefined) return { unknown: 'region' }
  const language = query.lang === undefined ? undefined : findLanguage(library, country, query.lang)

  const found: Holiday[] = []
  // Includes the previous year, because a holiday of several days may have begun in it.
  for (let year = yearOf(query.from) - 1; year <= yearOf(query.to); year++) {
    const asked = { country, region, year, language }
    // Yields to other requests between years, because one year of some countries takes 10 ms or more to compute.
    if (!isRemembered(asked)) await setImmediate()
    found.push(...holidaysOfYear(library, asked))
  }
  return { holidays: inOrder(found.filter(({ date }) => date >= query.from && date <= query.to)) }
}

const yearOf = (date: string) => Number(date.slice(0, 4))
