import { calendarDateText, dateOf } from '../../../design/format.ts'
import type { Language } from '../../../session/language.tsx'
import { isDate } from '../../../session/region/zone-time.ts'

/** Returns a formatter for the original start of an occurrence, which is a date or an instant. */
export const occurrenceDay = (language: Language) => (start: string) =>
  calendarDateText(isDate(start) ? start : dateOf(start), language)
