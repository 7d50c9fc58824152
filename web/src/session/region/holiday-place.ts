import { readPreference, timezone, writePreference } from '../storage/preferences.ts'
import { guessCountry } from './country-guess.ts'

export interface HolidayPlace {
  /** An ISO 3166 code or one of the constants below. Empty for the user's own country. */
  country: string
  /** A region code such as `BY`. Empty for the whole country. */
  region: string
}

export const NO_HOLIDAYS = 'none'
/** Selects the country that the server's operator configured. */
export const OF_SERVER = 'server'

export const isNamed = (country: string): boolean =>
  country !== '' && country !== NO_HOLIDAYS && country !== OF_SERVER

/** Parses a stored text such as `DE` or `DE-BY`. */
export function placeOf(text: string | undefined): HolidayPlace {
  const [country = '', ...region] = (text ?? '').split('-')
  return { country, region: region.join('-') }
}

export const textOf = ({ country, region }: HolidayPlace): string =>
  !isNamed(country) || region === '' ? country : `${country}-${region}`

export const holidayPlace = (): HolidayPlace => placeOf(readPreference('holidays'))

/**
 * Returns the chosen place, or a guess if none is chosen. `isOwn` is true if the stored choice belongs to this user.
 */
export function guessedPlace(isOwn: boolean): HolidayPlace {
  const chosen = isOwn ? holidayPlace() : placeOf('')
  return chosen.country === '' ? { country: homeCountry() ?? '', region: '' } : chosen
}

/** Guesses the user's country. Caches the guess, because guessing is slow. */
export function homeCountry(): string | undefined {
  const input = [timezone(), ...navigator.languages].join()
  const [known, country] = readPreference('home')?.split(' ') ?? []
  if (known === input) return country || undefined
  const guess = guessCountry(timezone(), navigator.languages)
  writePreference('home', `${input} ${guess ?? ''}`)
  return guess
}

/** Returns query parameters: empty for the server's default, or undefined to show no holidays. */
export function askedPlace(): Partial<HolidayPlace> | undefined {
  const { country, region } = holidayPlace()
  if (country === NO_HOLIDAYS) return undefined
  if (country === OF_SERVER) return {}
  const named = country || homeCountry()
  return named ? { country: named, ...(country && region && { region }) } : {}
}
