import type { Language } from '../session/language.tsx'
import { dateFormat } from '../session/region/date-format.ts'
import { hourOptions, regionalLocale } from '../session/region/regional.ts'
import { isRepeated } from '../session/region/zone-time.ts'
import { timezone } from '../session/storage/preferences.ts'

/** Formats a duration as `1:05:09`, or as `5:09` if it is under an hour. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const two = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor(seconds / 60) % 60
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

/** Formats a duration as `1 h 5 min`, rounded to minutes. */
export function durationText(ms: number, language: Language): string {
  const minutes = Math.round(ms / 60_000)
  const [h, min] = language === 'ko' ? ['시간', '분'] : [' h', ' min']
  const hours = Math.floor(minutes / 60)
  if (hours === 0) return `${minutes}${min}`
  return minutes % 60 === 0 ? `${hours}${h}` : `${hours}${h} ${minutes % 60}${min}`
}

const formatter = (language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  dateFormat(regionalLocale(language), {
    timeZone: options.timeZone ?? timezone(),
    ...options,
    ...(options.hour && hourOptions()),
  })

export const timeText = (at: string | number, language: Language): string =>
  withTime(at, language, { hour: 'numeric', minute: '2-digit' })

/** Takes a time of day such as `09:00`. */
export const localTimeText = (time: string, language: Language): string =>
  formatter(language, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }).format(
    new Date(`1970-01-01T${time}Z`),
  )

/** Adds the time zone to a time that clocks show twice because they are set back. */
function withTime(at: string | number, language: Language, options: Intl.DateTimeFormatOptions): string {
  const instant = new Date(at)
  const zone = isRepeated(instant.getTime(), timezone()) && ({ timeZoneName: 'short' } as const)
  return formatter(language, { ...options, ...zone }).format(instant)
}

/** Shows the year only if it is not the current one, so that next year's `Nov 20` does not look like this year's. */
const otherYear = (date: string): { year?: 'numeric' } =>
  date.slice(0, 4) === dateOf().slice(0, 4) ? {} : { year: 'numeric' }

export const dayText = (at: string | number, language: Language): string =>
  formatter(language, { weekday: 'long', day: 'numeric', month: 'long', ...otherYear(dateOf(at)) }).format(
    new Date(at),
  )

/** Like `dayText`, but takes a `YYYY-MM-DD` date. */
export const fullDateText = (date: string, language: Language): string =>
  onDate(date, language, { weekday: 'long', day: 'numeric', month: 'long' })

/** Formats a date with its year, for example as `Nov 15, 2026`. */
export const dateText = (at: string | number, language: Language): string =>
  formatter(language, { dateStyle: 'medium' }).format(new Date(at))

/** Formats a `YYYY-MM-DD` date, for example as `Fri, Nov 20`. */
export const calendarDateText = (date: string, language: Language): string =>
  onDate(date, language, { weekday: 'short', day: 'numeric', month: 'short' })

const onDate = (date: string, language: Language, options: Intl.DateTimeFormatOptions): string =>
  formatter(language, { ...options, ...otherYear(date), timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  )

/** Returns a formatter for dates in the region's order. Pass midnight UTC to it. */
export const numericDateFormat = (language: Language): Intl.DateTimeFormat =>
  formatter(language, { year: 'numeric', month: '2-digit', day: '2-digit', timeZone: 'UTC' })

/** Formats an entry's start: only the date if the entry is all-day, otherwise the date and time. */
export const startText = (
  { start_time, start_date }: { start_time: string; start_date: string | null },
  language: Language,
): string =>
  start_date === null ? dateTimeText(start_time, language) : calendarDateText(start_date, language)

export const dateTimeText = (at: string | number, language: Language): string =>
  withTime(at, language, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...otherYear(dateOf(at)),
    hour: 'numeric',
    minute: '2-digit',
  })

/** `day` 0 is Monday. */
export const weekdayText = (
  day: number,
  language: Language,
  weekday: 'long' | 'short' | 'narrow' = 'long',
): string => formatter(language, { weekday, timeZone: 'UTC' }).format(A_MONDAY + day * 86_400_000)

const A_MONDAY = Date.UTC(2026, 0, 5)

/** Returns the `YYYY-MM-DD` date in the user's time zone. */
export function dateOf(at: string | number = Date.now()): string {
  const zone = timezone()
  if (dates?.zone !== zone) {
    const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
    dates = { zone, format: new Intl.DateTimeFormat('en-CA', { timeZone: zone, ...parts }) }
  }
  return dates.format.format(new Date(at))
}

let dates: { zone: string; format: Intl.DateTimeFormat } | undefined
