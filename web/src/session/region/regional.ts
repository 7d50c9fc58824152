// Regional formats: how times are written and on which day weeks start.
import { readPreference } from '../storage/preferences.ts'

interface WithWeekInfo {
  getWeekInfo?: () => { firstDay: number }
  weekInfo?: { firstDay: number }
}

export type TimeFormat = '12h' | '24h'

/** Returns the language with the browser's region, such as `en-GB`. */
export function regionalLocale(language: string): string {
  const locale =
    locales.get(language) ?? navigator.languages.find(each => each.startsWith(language)) ?? language
  locales.set(language, locale)
  return locale
}

/** Caches locales, because asking the browser takes longer than formatting a date. */
const locales = new Map<string, string>()
globalThis.addEventListener?.('languagechange', () => locales.clear())

/** Returns the first day of the week in the user's region; 0 is Sunday. Monday if the browser does not know it. */
export function usualFirstDay(language: string): number {
  const locale = new Intl.Locale(regionalLocale(language)) as WithWeekInfo
  return ((locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1) % 7
}

/** Returns the first day of the week: the user's choice, or the region's. */
export function firstDayOfWeek(language: string): number {
  const chosen = readPreference('week-start')
  return chosen && /^[0-6]$/.test(chosen) ? Number(chosen) : usualFirstDay(language)
}

/** Returns the time format of the user's region. */
export const usualTimeFormat = (language: string): TimeFormat =>
  new Intl.DateTimeFormat(regionalLocale(language), { hour: 'numeric' }).resolvedOptions().hour12
    ? '12h'
    : '24h'

/** Returns the user's choice; undefined if the region determines the format. */
export function chosenTimeFormat(): TimeFormat | undefined {
  const chosen = readPreference('time-format')
  return chosen === '12h' || chosen === '24h' ? chosen : undefined
}

/** Formatter options for the chosen time format; empty if the region determines it. */
export function hourOptions(): { hourCycle?: 'h12' | 'h23' } {
  const chosen = chosenTimeFormat()
  return chosen === undefined ? {} : { hourCycle: chosen === '12h' ? 'h12' : 'h23' }
}
