// Habits of the region where the reader lives: how times are written, on which day the week begins.
import { readPreference } from '../storage/preferences.ts'

interface WithWeekInfo {
  getWeekInfo?: () => { firstDay: number }
  weekInfo?: { firstDay: number }
}

/** The chosen language as the browser's region writes it, such as `en-GB`. */
export const regionalLocale = (language: string): string =>
  navigator.languages.find(each => each.startsWith(language)) ?? language

/** As the region has it: 0 is Sunday, as the calendar component counts. Browsers that do not know say Monday. */
export function usualFirstDay(language: string): number {
  const locale = new Intl.Locale(regionalLocale(language)) as WithWeekInfo
  return ((locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1) % 7
}

/** On which day weeks begin, in the calendar and everywhere else: chosen, or as the region has it. */
export function firstDayOfWeek(language: string): number {
  const chosen = readPreference('week-start')
  return chosen && /^[0-6]$/.test(chosen) ? Number(chosen) : usualFirstDay(language)
}
