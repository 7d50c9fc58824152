// The app uses this string as a key, so that pages remount when a regional preference changes.
import { currentLanguage } from '../language.tsx'
import { readPreference, timezone, useStored } from '../storage/preferences.ts'
import { askedPlace } from './holiday-place.ts'
import { chosenTimeFormat, firstDayOfWeek, usualTimeFormat } from './regional.ts'

export const useRegion = (): string => useStored(regionNow)

function regionNow(): string {
  const language = currentLanguage()
  return [
    timezone(),
    firstDayOfWeek(language),
    chosenTimeFormat() ?? usualTimeFormat(language),
    readPreference('working-hours') ?? '',
    JSON.stringify(askedPlace() ?? null),
  ].join(' ')
}
