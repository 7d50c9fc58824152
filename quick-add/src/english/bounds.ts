// What limits an English series: until Friday, through June, for 3 weeks, 10 times, starting Monday, in December,
// except Sundays.

import { weekdayOf } from '@daymark/recurrence/year'
import type { Bound } from '../bound.ts'
import { addMonths, dayOf, partsOf } from '../calendar.ts'
import type { Day, Repeat } from '../chip.ts'
import { endsPhrase, isWhole, type Line } from '../line.ts'
import { type DayEnv, dayAt } from './days.ts'
import { CLOCK, DAY, MONTHS, WEEKDAYS } from './vocabulary.ts'
import { matchAt, NUMBER, numberOf } from './words.ts'

const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const SEASONS: Record<string, number> = { spring: 3, summer: 6, fall: 9, autumn: 9, winter: 12 }
const PERIOD = `(?:(?:the )?(?:beginning |start )?(?:of )?)?(?:(${MONTH})\\b\\.?(?! \\d{1,2}(?:st|nd|rd|th)?\\b)(?: (20\\d\\d))?|(20\\d\\d)(?![-/.]\\d)|(spring|summer|fall|autumn|winter)(?: (20\\d\\d))?|next (month|year))(?![\\p{L}\\p{N}])`

const LAST = /(?<=^|[\s,\uE000])(?:until|till?|through|thru|ending(?: on| in)?|up to)(?: the)? (?=\S)/giu
const FIRST = /(?<=^|[\s,\uE000])(?:starting|beginning|as of|effective|from)(?: on| from| in| the)? (?=\S)/giu
const SPAN = new RegExp(
  `(?<=^|[\\s,\\uE000])for (?:the )?(?:next )?(${NUMBER}) (day|week|month|year)s?(?![\\p{L}\\p{N}])`,
  'giu',
)
const TIMES = new RegExp(
  `(?<=^|[\\s,\\uE000])(?:for )?(${NUMBER}) (?:times|occurrences|sessions)(?! (?:a|an|per|each|every)\\b)(?![\\p{L}\\p{N}])`,
  'giu',
)
const WITHIN = new RegExp(
  `(?<=^|[\\s,\\uE000])in (${MONTH})(?: (20\\d\\d))?(?![\\p{L}\\p{N}])(?! \\d{1,2}(?![\\d:]| ?[ap]m))`,
  'giu',
)
const EXCEPT = new RegExp(
  `(?<=^|[\\s,\\uE000])(?:except|excluding|(?<=\\uE000,? )but(?: not)?|besides)(?: for| on)?(?: the)? (${DAY}s?(?:(?:,? (?:and|or) |, ?)${DAY}s?)*|weekends?)(?![\\p{L}\\p{N}])`,
  'giu',
)

const TO = /(?: ?[-–—] ?| (?:to|through|thru|until|till) )/iuy
/** Every day next week. */
const DURING = /(?<=\uE000,? )(?:during |all )?(next|this) (week|month|weekend)(?![\p{L}\p{N}])/giu
const CLOCK_NEXT = new RegExp(`^ ${CLOCK}`, 'i')

const UNIT_DAYS: Record<string, number> = { day: 1, week: 7, month: 30, year: 365 }
const PERIOD_DAYS = { DAILY: 1, WEEKLY: 7, MONTHLY: 30, YEARLY: 365 }

/** Returns the limits of a series in the rest of the line. */
export function englishBounds(line: Line, repeat: Repeat, env: DayEnv): Bound[] {
  const { text } = line
  const whole = (bound: Bound | undefined): Bound[] => (bound && isWhole(line, bound) ? [bound] : [])
  const before = (match: RegExpExecArray, from: number): number => from + match[0].length
  const bounds: Bound[] = []
  for (const match of text.matchAll(LAST)) {
    const at = before(match, match.index)
    const period = periodAt(text, at, env)
    const day = period ? undefined : dayAt(text, at, env)
    if (period) bounds.push(...whole({ start: match.index, end: period.end, until: period.first - 1 }))
    else if (day && day.day >= env.today)
      bounds.push(...whole({ start: match.index, end: day.end, until: day.day }))
  }
  for (const match of text.matchAll(FIRST)) {
    const at = before(match, match.index)
    const period = periodAt(text, at, env)
    const day = period ? undefined : dayAt(text, at, env)
    const found = period ? { end: period.end, from: period.first } : day && { end: day.end, from: day.day }
    // "notes from Monday every week" is a title, but "every week from Monday" begins then.
    if (!found || found.from < env.today) continue
    if (/^from/i.test(match[0]) && match.index < repeat.start && match.index > 0) continue
    const to = matchAt(TO, text, found.end)
    const last = to && dayAt(text, found.end + to[0].length, { ...env, today: found.from })
    const ranged = day?.until === undefined ? {} : { until: day.until }
    const until = last && last.day > found.from ? { end: last.end, until: last.day } : ranged
    bounds.push(...whole({ start: match.index, ...found, ...until }))
  }
  for (const match of text.matchAll(SPAN)) {
    const [all, count = '', unit = ''] = match
    const amount = numberOf(count)
    // In "fast every month for 3 days", the length belongs to each occurrence.
    if (amount * (UNIT_DAYS[unit.toLowerCase()] ?? 0) <= PERIOD_DAYS[repeat.freq] * repeat.interval) continue
    const length = /month|year/i.test(unit)
      ? { months: amount * (/year/i.test(unit) ? 12 : 1) }
      : { days: amount * (UNIT_DAYS[unit.toLowerCase()] ?? 1) }
    bounds.push(...whole({ start: match.index, end: match.index + all.length, ...length }))
  }
  for (const match of text.matchAll(TIMES))
    bounds.push(
      ...whole({ start: match.index, end: match.index + match[0].length, count: numberOf(match[1] ?? '') }),
    )
  for (const match of text.matchAll(WITHIN)) {
    const first = firstOf(monthOf(match[1] ?? ''), match[2], env)
    const end = match.index + match[0].length
    const isPlaced = endsPhrase(line, end) || CLOCK_NEXT.test(text.slice(end))
    if (match.index > repeat.start && isPlaced)
      bounds.push(
        ...whole({
          start: match.index,
          end,
          ...(first > env.today && { from: first }),
          until: addMonths(first, 1) - 1,
        }),
      )
  }
  for (const match of text.matchAll(EXCEPT)) {
    const names = (match[1] ?? '').toLowerCase()
    const except = /^weekend/.test(names)
      ? [5, 6]
      : [...names.matchAll(/\p{L}{3,}/gu)].flatMap(([name]) =>
          name === 'and' ? [] : [WEEKDAYS.indexOf(name.slice(0, 3))],
        )
    bounds.push(...whole({ start: match.index, end: match.index + match[0].length, except }))
  }
  for (const match of text.matchAll(DURING)) {
    const isNext = match[1]?.toLowerCase() === 'next'
    const monday = env.today - weekdayOf(env.today)
    const end = match.index + match[0].length
    const { year, month } = partsOf(addMonths(env.today, isNext ? 1 : 0))
    const isMonth = match[2]?.toLowerCase() === 'month'
    const first = isMonth ? (dayOf(year, month, 1) ?? env.today) : monday + (isNext ? 7 : 0)
    const until = isMonth ? addMonths(first, 1) - 1 : first + 6
    bounds.push(...whole({ start: match.index, end, ...(first > env.today && { from: first }), until }))
  }
  return bounds
    .sort((a, b) => a.start - b.start)
    .filter((each, index, all) => !all.slice(0, index).some(other => other.end > each.start))
}

const monthOf = (name: string): number => MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1

/** The first day of the next such month, or of this one. */
function firstOf(month: number, year: string | undefined, { today }: DayEnv): Day {
  const now = partsOf(today)
  const of = year ? Number(year) : month < now.month ? now.year + 1 : now.year
  return dayOf(of, month, 1) ?? today
}

const AT_PERIOD = new RegExp(PERIOD, 'iuy')
/** Reads a month, a year or a season, with its first day. */
function periodAt(text: string, at: number, env: DayEnv): { end: number; first: Day } | undefined {
  AT_PERIOD.lastIndex = at
  const match = AT_PERIOD.exec(text)
  if (!match) return undefined
  const [all, month, year, onlyYear, season, seasonYear, next] = match
  const end = at + all.length
  const now = partsOf(env.today)
  if (month) {
    const first = firstOf(monthOf(month), year, env)
    // "Until November" in November means the next one.
    return { end, first: first <= env.today && !year ? addMonths(first, 12) : first }
  }
  if (onlyYear) return { end, first: dayOf(Number(onlyYear), 1, 1) ?? env.today }
  if (season) {
    const first = firstOf(SEASONS[season.toLowerCase()] ?? 1, seasonYear, env)
    return { end, first: first <= env.today ? addMonths(first, 12) : first }
  }
  const first =
    next?.toLowerCase() === 'year'
      ? dayOf(now.year + 1, 1, 1)
      : addMonths(dayOf(now.year, now.month, 1) ?? 0, 1)
  return first === undefined ? undefined : { end, first }
}
