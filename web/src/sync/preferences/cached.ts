// Converts between the server's preferences and the strings that this browser stores.
import type { Preferences } from '@daymark/contract/people/preferences'
import { textOf } from '../../session/region/holiday-place.ts'
import type { PreferenceName } from '../../session/storage/preferences.ts'

export type PreferenceValues = Partial<Omit<Preferences, 'id' | 'version'>>

/** `value` is undefined if the preference is not set. */
export type CachedValues = [name: PreferenceName, value: string | undefined][]

/** Converts only the given fields. */
export function cachedValues(given: PreferenceValues): CachedValues {
  const values: CachedValues = []
  const add = <K extends keyof PreferenceValues>(
    field: K,
    name: PreferenceName,
    text: (value: NonNullable<PreferenceValues[K]>) => string = String,
  ) => {
    const value = given[field]
    if (value !== undefined) values.push([name, value === null ? undefined : text(value as never)])
  }
  add('timezone', 'timezone')
  add('language', 'language')
  add('theme', 'theme')
  add('time_format', 'time-format')
  add('week_start', 'week-start', day => String(sundayBased(day)))
  add('working_hours', 'working-hours', hours => JSON.stringify(hours))
  add('default_timer_minutes', 'timer-minutes')
  add('default_tag_group_id', 'default-list')
  add('holiday_country', 'holidays', country => textOf({ country, region: given.holiday_region ?? '' }))
  return values
}

/** The server counts weekdays from Monday, but `Date` and FullCalendar count from Sunday. */
export const sundayBased = (day: number): number => (day + 1) % 7
export const mondayBased = (day: number): number => (day + 6) % 7

/** Returns only the preferences that are set, so that this browser's values stay until they are saved. */
export const setValues = (known: Preferences): PreferenceValues =>
  Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null))

/** Preferences that can be guessed from the browser. */
export type Guess = Required<
  Pick<PreferenceValues, 'timezone' | 'language' | 'theme' | 'time_format' | 'week_start'>
> &
  Pick<PreferenceValues, 'holiday_country' | 'holiday_region'>

/** Returns guesses for preferences that are not set, or undefined if none are missing. */
export function missingValues(known: Preferences, guess: Guess): PreferenceValues | undefined {
  const missing = Object.entries(guess).filter(
    ([name, value]) =>
      value !== null &&
      value !== undefined &&
      known[(name === 'holiday_region' ? 'holiday_country' : name) as keyof Preferences] === null,
  )
  return missing.length === 0 ? undefined : Object.fromEntries(missing)
}
