// Whose holidays the calendar shows: a country or a part of one. Without a choice those of where the reader lives.

import { readPreference, timezone, writePreference } from '../storage/preferences.ts'
import { guessCountry } from './country-guess.ts'

export interface HolidayPlace {
  /** ISO 3166; empty for where the reader lives, or one of the words below. */
  country: string
  /** Such as `BY`; empty for the whole country. */
  region: string
}

export const NO_HOLIDAYS = 'none'
/** The default of the server, which its operator chose. */
export const OF_SERVER = 'server'

export const isNamed = (country: string): boolean =>
  country !== '' && country !== NO_HOLIDAYS && country !== OF_SERVER

/** Kept as `DE`, `DE-BY`, or one of the words. */
export function placeOf(text: string | undefined): HolidayPlace {
  const [country = '', ...region] = (text ?? '').split('-')
  return { country, region: region.join('-') }
}

export const textOf = ({ country, region }: HolidayPlace): string =>
  !isNamed(country) || region === '' ? country : `${country}-${region}`

/** What was chosen. */
export const holidayPlace = (): HolidayPlace => placeOf(readPreference('holidays'))

export const keepHolidayPlace = (place: HolidayPlace): void => writePreference('holidays', textOf(place))

/** Where the reader lives, as far as the browser tells. Remembered, for the guess may take a while. */
export function homeCountry(): string | undefined {
  const input = [timezone(), ...navigator.languages].join()
  const [known, country] = readPreference('home')?.split(' ') ?? []
  if (known === input) return country || undefined
  const guess = guessCountry(timezone(), navigator.languages)
  writePreference('home', `${input} ${guess ?? ''}`)
  return guess
}

/** The place to ask the server about; its own default without a country, undefined for no holidays at all. */
export function askedPlace(): Partial<HolidayPlace> | undefined {
  const { country, region } = holidayPlace()
  if (country === NO_HOLIDAYS) return undefined
  if (country === OF_SERVER) return {}
  const named = country || homeCountry()
  return named ? { country: named, ...(country && region && { region }) } : {}
}
