// Formats dates, times and durations in the user's time zone and preferred format.
import type { Language } from '../texts/texts.ts'

export interface Format {
  readonly language: Language
  readonly timezone: string
  readonly time_format: '12h' | '24h'
}

const LOCALES = { en: 'en-US', ko: 'ko-KR' } as const
const DAY_MS = 86_400_000

const format = ({ language, timezone }: Format, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(LOCALES[language], { timeZone: timezone, ...options })

/** The date in the time zone, as YYYY-MM-DD. */
export const dateOf = (ms: number, { timezone }: Pick<Format, 'timezone'>): string =>
  new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(ms)

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)

/** 0 is Monday. */
export const weekdayOf = (date: string): number => (new Date(date).getUTCDay() + 6) % 7

export const clockTime = (ms: number, format_: Format): string =>
  format(format_, {
    hour: format_.time_format === '12h' ? 'numeric' : '2-digit',
    minute: '2-digit',
    hourCycle: format_.time_format === '12h' ? 'h12' : 'h23',
  }).format(ms)

/** Formats a date as Monday, November 16. */
export const longDate = (date: string, { language }: Format): string =>
  format(
    { language, timezone: 'UTC', time_format: '24h' },
    { weekday: 'long', month: 'long', day: 'numeric' },
  ).format(Date.parse(date))

/** Formats a date as Mon, Nov 16. Includes the year if it differs from the year of `today`. */
export const shortDate = (date: string, today: string, { language }: Format): string =>
  format(
    { language, timezone: 'UTC', time_format: '24h' },
    {
      weekday: 'short',
      month: 'short',
      day: 'numeric',
      ...(date.slice(0, 4) !== today.slice(0, 4) && { year: 'numeric' }),
    },
  ).format(Date.parse(date))

/** Formats a duration as 1:05:09, for running clocks. */
export function stopwatch(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const two = (value: number) => String(value).padStart(2, '0')
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`
}
