// Formats time ranges as briefly as the language allows, such as "9:15 – 9:45 AM" or "오전 9:15 – 9:45".

import type { Language } from '@daymark/contract/people/language'
import { hourOptions, regionalLocale } from '../../session/region/regional.ts'
import { isRepeated } from '../../session/region/zone-time.ts'
import { timezone } from '../../session/storage/preferences.ts'

export interface Times {
  from: string
  /** Empty if start and end are equal. */
  until: string
}

export type TimesOf = (start: number, end: number) => Times

/** Returns a reusable formatter. `Intl.DateTimeFormat.formatRange` would be several times slower. */
export function timesIn(locale: string, zone: string, hours: Intl.DateTimeFormatOptions = {}): TimesOf {
  const options: Intl.DateTimeFormatOptions = {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: zone,
    ...hours,
  }
  const format = new Intl.DateTimeFormat(locale, options)
  return (start, end) => {
    if (isRepeated(start, zone) || isRepeated(end, zone)) {
      const zoned = new Intl.DateTimeFormat(locale, { ...options, timeZoneName: 'short' })
      return { from: zoned.format(start), until: start === end ? '' : zoned.format(end) }
    }
    const [first, last] = [start, end].map(each => format.formatToParts(each))
    if (!first || !last || start === end) return { from: written(first ?? []), until: '' }
    if (periodOf(first) !== periodOf(last)) return { from: written(first), until: written(last) }
    // Shows AM or PM once, on the side where the language puts it.
    return first[0]?.type === 'dayPeriod'
      ? { from: written(first), until: written(withoutPeriod(last)) }
      : { from: written(withoutPeriod(first)), until: written(last) }
  }
}

let last: { key: string; times: TimesOf } | undefined

/** Returns a formatter for the user's preferences. Caches the last one, because creating one is expensive. */
export function readersTimes(language: Language): TimesOf {
  const [locale, zone, hours] = [regionalLocale(language), timezone(), hourOptions()]
  const key = JSON.stringify([locale, zone, hours])
  if (last?.key !== key) last = { key, times: timesIn(locale, zone, hours) }
  return last.times
}

const partOf = (parts: Intl.DateTimeFormatPart[], type: string) =>
  parts.find(part => part.type === type)?.value ?? ''

const periodOf = (parts: Intl.DateTimeFormatPart[]) => partOf(parts, 'dayPeriod')

const withoutPeriod = (parts: Intl.DateTimeFormatPart[]) => parts.filter(part => part.type !== 'dayPeriod')

const written = (parts: Intl.DateTimeFormatPart[]): string =>
  parts
    .map(part => part.value)
    .join('')
    .trim()
