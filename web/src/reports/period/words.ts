import type { BucketUnit } from '@daymark/contract/reports/time'
import { calendarDateText, timeText } from '../../design/format.ts'
import type { Language } from '../../session/language.tsx'
import { dateFormat } from '../../session/region/date-format.ts'
import { hourOptions, regionalLocale } from '../../session/region/regional.ts'
import { addDays } from '../../session/region/zone-time.ts'
import type { Period } from './period.ts'

/** Names a period, for example `Nov 9 – 15, 2026`, `November 2026` or `Q4 2026`. */
export function periodTitle({ kind, start, end }: Period, language: Language): string {
  if (kind === 'quarter') return quarterText(start, language)
  const day = { year: 'numeric', month: 'short', day: 'numeric' } as const
  if (kind === 'month') return dateText(start, language, { year: 'numeric', month: 'long' })
  if (kind === 'year') return dateText(start, language, { year: 'numeric' })
  if (start === end) return dateText(start, language, { weekday: 'short', ...day })
  return formatter(language, day).formatRange(atDate(start), atDate(end))
}

function quarterText(start: string, language: Language): string {
  const [year, quarter] = [start.slice(0, 4), Math.ceil(Number(start.slice(5, 7)) / 3)]
  return language === 'ko' ? `${year}년 ${quarter}분기` : `Q${quarter} ${year}`
}

/** The full name of a bucket, for readouts and tables. `end` is exclusive. */
export function bucketName(start: string, end: string, bucket: BucketUnit, language: Language): string {
  const date = start.slice(0, 10)
  if (bucket === 'hour')
    return [calendarDateText(date, language), timeText(start, language)].join(language === 'ko' ? ' ' : ', ')
  if (bucket === 'month') return dateText(date, language, { year: 'numeric', month: 'long' })
  if (bucket === 'week')
    return formatter(language, { month: 'short', day: 'numeric' }).formatRange(
      atDate(date),
      atDate(addDays(end.slice(0, 10), -1)),
    )
  return calendarDateText(date, language)
}

/** The short name of a bucket, for the axis. `count` is the number of buckets. */
export function bucketMark(start: string, bucket: BucketUnit, count: number, language: Language): string {
  const date = start.slice(0, 10)
  if (bucket === 'hour') return start.slice(11, 13)
  if (bucket === 'month') return dateText(date, language, { month: 'short' })
  if (bucket === 'week') return dayText(date, language)
  if (count > 7) return String(Number(date.slice(8)))
  const weekday = dateText(date, language, { weekday: 'short' })
  return language === 'ko' ? `${Number(date.slice(8))}일 (${weekday})` : `${weekday} ${Number(date.slice(8))}`
}

/** Formats an hour of the day as `9:00 AM` or `09:00`. */
export const hourText = (hour: number, language: Language): string =>
  formatter(language, { hour: 'numeric', minute: '2-digit', ...hourOptions() }).format(hour * HOUR_MS)

const HOUR_MS = 3_600_000

export const monthText = (date: string, language: Language): string =>
  dateText(date, language, { month: 'short' })

export const dayText = (date: string, language: Language): string =>
  dateText(date, language, { month: 'short', day: 'numeric' })

const dateText = (date: string, language: Language, options: Intl.DateTimeFormatOptions): string =>
  formatter(language, options).format(atDate(date))

/** Midnight in UTC. The formatter also uses UTC, so that the date is the same in every time zone. */
const atDate = (date: string): Date => new Date(`${date}T00:00:00Z`)

const formatter = (language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  dateFormat(regionalLocale(language), { ...options, timeZone: 'UTC' })
