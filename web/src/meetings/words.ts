// The dates and times of a meeting are local to its time zone. Formatting them as UTC leaves them unchanged.
import type { Language } from '../session/language.tsx'
import { dateFormat } from '../session/region/date-format.ts'
import { hourOptions } from '../session/region/regional.ts'
import { type Slot, secondsOf } from './grid/grid.ts'

const at = (date: string, seconds = 0): Date => new Date(Date.parse(`${date}T00:00:00Z`) + seconds * 1000)

const format = (language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  dateFormat(language, { timeZone: 'UTC', ...options, ...(options.hour && hourOptions()) })

export const dateWords = (date: string, language: Language): string =>
  format(language, { weekday: 'short', day: 'numeric', month: 'short' }).format(at(date))

export const longDate = (date: string, language: Language): string =>
  format(language, { weekday: 'long', day: 'numeric', month: 'long' }).format(at(date))

export const rangeWords = (from: string, to: string, language: Language): string =>
  format(language, { day: 'numeric', month: 'short', year: 'numeric' }).formatRange(at(from), at(to))

export const weekdayOf = (date: string, language: Language): string =>
  format(language, { weekday: 'short' }).format(at(date))

/** Formats a date, for example as `5/16`. Allows a line break after the slash in narrow columns. */
export const dayAndMonth = (date: string, language: Language): string =>
  format(language, { day: 'numeric', month: 'numeric' }).format(at(date)).replace('/', '/\u200b')

/** `day` 0 is Monday. */
export const weekdayName = (
  day: number,
  language: Language,
  weekday: 'short' | 'long' | 'narrow' = 'short',
): string => format(language, { weekday }).format(at('2026-03-02', day * 86_400))

export const clockWords = (time: number | string, language: Language): string =>
  format(language, { hour: 'numeric', minute: '2-digit' }).format(
    at('2026-03-02', typeof time === 'string' ? secondsOf(time) : time),
  )

/** Formats a time as `9 AM` or the local equivalent. Omits the minutes if they are zero. */
export const hourWords = (seconds: number, language: Language): string =>
  seconds % 3600 === 0
    ? format(language, { hour: 'numeric' }).format(at('2026-03-02', seconds))
    : clockWords(seconds, language)

/**
 * Formats a time range as `10:00 – 11:00 AM`. Handles ranges until midnight separately, because `formatRange` would add
 * dates.
 */
export function hoursWords({ start_time, end_time }: Omit<Slot, 'slot_date'>, language: Language): string {
  const [from, to] = [secondsOf(start_time), secondsOf(end_time)]
  if (to >= 86_400) return `${clockWords(from, language)} – ${clockWords(to, language)}`
  return format(language, { hour: 'numeric', minute: '2-digit' }).formatRange(
    at('2026-03-02', from),
    at('2026-03-02', to),
  )
}

export const slotWords = (slot: Slot, language: Language): string =>
  `${longDate(slot.slot_date, language)}, ${hoursWords(slot, language)}`
