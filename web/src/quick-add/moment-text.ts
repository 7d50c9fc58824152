import { calendarDateText, dateOf, timeText } from '../design/format.ts'
import type { Language } from '../session/language.tsx'
import { instantOf, localOf } from '../session/region/zone-time.ts'
import { timezone } from '../session/storage/preferences.ts'

/**
 * Formats a local date, a time or both for display. `value` looks like `2026-03-05`, `15:00` or `2026-03-05T15:00`.
 */
export function momentText(value: string, language: Language): string {
  const [date = '', time] = value.includes('T')
    ? value.split('T')
    : value.includes(':')
      ? ['', value]
      : [value]
  const clock = time && timeText(instantOf({ date: date || dateOf(), time }, timezone()), language)
  const day = date && calendarDateText(date, language)
  return [day, clock].filter(Boolean).join(language === 'ko' ? ' ' : ', ')
}

type NewItem = { title: string; deadline?: string | null } | { title: string; start_time: string }

/** Adds the date and time, so that the user notices if the line was misread. */
export function itemName(item: NewItem, language: Language, due: (when: string) => string): string {
  if ('start_time' in item) return `${item.title} · ${localText(item.start_time, language)}`
  if (!item.deadline) return item.title
  return `${item.title} · ${due(localText(item.deadline, language))}`
}

/** `at` is a date such as `2026-03-05`, or an instant. */
function localText(at: string, language: Language): string {
  if (!at.includes('T')) return momentText(at, language)
  const { date, time } = localOf(Date.parse(at), timezone())
  return momentText(`${date}T${time}`, language)
}
