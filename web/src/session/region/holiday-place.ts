// The country or region whose holidays the calendar shows; by default the user's own.

import { readPreference, timezone, writePreference } from '../storage/preferences.ts'
import { guessCountry } from './country-guess.ts'

export interface HolidayPlace {
  /** An ISO 3166 code, or one of the constants below; empty for the user's own country. */
  country: string
  /** A region of the country, such as `BY`; empty for the whole country. */
  region: string
}

export const NO_HOLIDAYS = 'none'
/** Selects the country that the operator of the server configured. */
export const OF_SERVER = 'server'

export const isNamed = (country: string): boolean =>
  country !== '' && country !== NO_HOLIDAYS && country !== OF_SERVER

/** Parses the stored text: `DE`, `DE-BY` or one of the constants. */
export function placeOf(text: string | undefined): HolidayPlace {
  const [country = '', ...region] = (text ?? '').split('-')
  return { country, region: region.join('-') }
}

export const textOf = ({ country, region }: HolidayPlace): string =>
  !isNamed(country) || region === '' ? country : `${country}-${region}`

export const holidayPlace = (): HolidayPlace => placeOf(readPreference('holidays'))

/** Returns the stored choice if it belongs to this user (`isOwn`), otherwise the guessed country. */
export function guessedPlace(isOwn: boolean): HolidayPlace {
  const chosen = isOwn ? holidayPlace() : placeOf('')
  return chosen.country === '' ? { country: homeCountry() ?? '', region: '' } : chosen
}

/** Returns the guessed country of the user. It is cached, because guessing is slow. */
export function homeCountry(): string | undefined {
  const input = [timezone(), ...navigator.languages].join()
  const [known, country] = readPreference('home')?.split(' ') ?? []
  if (known === input) return country || undefined
  const guess = guessCountry(timezone(), navigator.languages)
  writePreference('home', `${input} ${guess ?? ''}`)
  return guess
}

/** Returns query parameters for holidays: empty for the server's default, undefined to show none. */
export function askedPlace(): Partial<HolidayPlace> | undefined {
  const { country, region } = holidayPlace()
  if (country === NO_HOLIDAYS) return undefined
  if (country === OF_SERVER) return {}
  const named = country || homeCountry()
  return named ? { country: named, ...(country && region && { region }) } : {}
}
