// Whose holidays the calendar shows: a country, or a part of one; without a choice those of the server's country.
import { readPreference, writePreference } from './preferences.ts'

export interface HolidayPlace {
  /** ISO 3166; empty for the country of the server, `none` for no holidays at all. */
  country: string
  /** Such as `BY`; empty for the whole country. */
  region: string
}

export const NO_HOLIDAYS = 'none'

/** Kept as `DE`, `DE-BY` or `none`. */
export function placeOf(text: string | undefined): HolidayPlace {
  const [country = '', ...region] = (text ?? '').split('-')
  return { country, region: region.join('-') }
}

export const textOf = ({ country, region }: HolidayPlace): string =>
  country === '' || country === NO_HOLIDAYS || region === '' ? country : `${country}-${region}`

export const holidayPlace = (): HolidayPlace => placeOf(readPreference('holidays'))

export const keepHolidayPlace = (place: HolidayPlace): void => writePreference('holidays', textOf(place))
