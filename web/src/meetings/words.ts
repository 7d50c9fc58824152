// Days and times of a meeting in words. They are plain dates and clock times: no zone changes them.
import type { Language } from '../session/language.tsx'
import { type Slot, secondsOf } from './grid.ts'

const at = (date: string, seconds = 0): Date => new Date(Date.parse(`${date}T00:00:00Z`) + seconds * 1000)

const format = (language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...options })

export const dateWords = (date: string, language: Language): string =>
  format(language, { weekday: 'short', day: 'numeric', month: 'short' }).format(at(date))

export const longDate = (date: string, language: Language): string =>
  format(language, { weekday: 'long', day: 'numeric', month: 'long' }).format(at(date))

export const rangeWords = (from: string, to: string, language: Language): string =>
  format(language, { day: 'numeric', month: 'short', year: 'numeric' }).formatRange(at(from), at(to))

export const weekdayOf = (date: string, language: Language): string =>
  format(language, { weekday: 'short' }).format(at(date))

export const dayAndMonth = (date: string, language: Language): string =>
  format(language, { day: 'numeric', month: 'numeric' }).format(at(date))

/** 0 is Monday. */
export const weekdayName = (
  day: number,
  language: Language,
  weekday: 'short' | 'long' | 'narrow' = 'short',
): string => format(language, { weekday }).format(at('2026-03-02', day * 86_400))

export const clockWords = (time: number | string, language: Language): string =>
  format(language, { hour: 'numeric', minute: '2-digit' }).format(
    at('2026-03-02', typeof time === 'string' ? secondsOf(time) : time),
  )

export const slotWords = (slot: Slot, language: Language): string =>
  `${longDate(slot.slot_date, language)}, ${clockWords(slot.start_time, language)} – ${clockWords(slot.end_time, language)}`
