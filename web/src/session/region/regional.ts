import { isIn, type Language } from '@daymark/contract/people/language'
import { readPreference } from '../storage/preferences.ts'

interface WithWeekInfo {
  getWeekInfo?: () => { firstDay: number }
  weekInfo?: { firstDay: number }
}

export type TimeFormat = '12h' | '24h'

/** Adds the browser's region to the language, as in `en-GB`. */
export function regionalLocale(language: Language): string {
  const locale = locales.get(language) ?? localeAmong(navigator.languages, language)
  locales.set(language, locale)
  return locale
}

/** Returns the first tag of the language, so that Korean dates do not follow the region of another language. */
export const localeAmong = (tags: readonly string[], language: Language): string =>
  tags.find(tag => isIn(tag, language)) ?? language

/** Cached, because reading `navigator.languages` takes longer than formatting a date. */
const locales = new Map<string, string>()
globalThis.addEventListener?.('languagechange', () => locales.clear())

/** Returns 0 for Sunday. Assumes Monday if the browser does not know the region's first day. */
export function usualFirstDay(language: Language): number {
  const locale = new Intl.Locale(regionalLocale(language)) as WithWeekInfo
  return ((locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1) % 7
}

/** Returns the user's choice, otherwise the region's first day. 0 is Sunday. */
export function firstDayOfWeek(language: Language): number {
  const chosen = readPreference('week-start')
  return chosen && /^[0-6]$/.test(chosen) ? Number(chosen) : usualFirstDay(language)
}

export const usualTimeFormat = (language: Language): TimeFormat =>
  new Intl.DateTimeFormat(regionalLocale(language), { hour: 'numeric' }).resolvedOptions().hour12
    ? '12h'
    : '24h'

/** Returns undefined if the region determines the format. */
export function chosenTimeFormat(): TimeFormat | undefined {
  const chosen = readPreference('time-format')
  return chosen === '12h' || chosen === '24h' ? chosen : undefined
}

/** Returns no options if the region determines the time format. */
export function hourOptions(): { hourCycle?: 'h12' | 'h23' } {
  const chosen = chosenTimeFormat()
  return chosen === undefined ? {} : { hourCycle: chosen === '12h' ? 'h12' : 'h23' }
}
