import { currentLanguage } from '../../session/language.tsx'
import { guessedPlace } from '../../session/region/holiday-place.ts'
import {
  chosenTimeFormat,
  firstDayOfWeek,
  usualFirstDay,
  usualTimeFormat,
} from '../../session/region/regional.ts'
import { deviceZone, readPreference, timezone } from '../../session/storage/preferences.ts'
import { type Guess, mondayBased } from './cached.ts'

const THEMES = ['system', 'light', 'dark'] as const

/**
 * Guesses preferences from the browser. Ignores values that another user left in it, except the language and theme
 * shown at sign-in.
 */
export function guessPreferences(account: string): Guess {
  const isOwn = [undefined, account].includes(readPreference('preferences-of'))
  const language = currentLanguage()
  const { country, region } = guessedPlace(isOwn)
  return {
    timezone: isOwn ? timezone() : deviceZone(),
    language,
    theme: THEMES.find(each => each === readPreference('theme')) ?? 'system',
    time_format: (isOwn ? chosenTimeFormat() : undefined) ?? usualTimeFormat(language),
    week_start: mondayBased(isOwn ? firstDayOfWeek(language) : usualFirstDay(language)),
    ...(country !== '' && { holiday_country: country }),
    ...(region !== '' && { holiday_region: region }),
  }
}
