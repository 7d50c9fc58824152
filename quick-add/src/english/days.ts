// English days: tomorrow, next Friday, a week from Friday, Nov 20, the 15th, 11/19, this weekend, in 3 days.
import { weekdayOf } from '@daymark/recurrence/year'
import { addMonths, dayOf, nextDate, nextMonthday, nextWeekday, partsOf } from '../calendar.ts'
import type { Day } from '../chip.ts'
import { numericDate, type Order } from '../numeric-date.ts'
import { DAY, MONTHS, WEEKDAYS } from './vocabulary.ts'
import { END, matchAt, NUMBER, numberOf } from './words.ts'

export interface DayEnv {
  readonly today: Day
  readonly order: Order
  /** 0 is Monday. */
  readonly week_start: number
}

/**
 * `sure`: a date wherever it stands (2026-12-01). `plain`: tomorrow, Nov 20, next Friday. `weekday`: Friday, which may
 * belong to a name. `short`: Fri, the 15th, and 11/19, which need a time, a preposition or the end of the line.
 */
export type DayForm = 'sure' | 'plain' | 'weekday' | 'short'

export interface DayFound {
  readonly end: number
  readonly day: Day
  /** The inclusive last day of a range. */
  readonly until?: Day
  readonly form: DayForm
  /** The end of a period, which makes a deadline. */
  readonly due?: boolean
  /** Tonight: an hour without am or pm is in the evening. */
  readonly night?: boolean
  /** The end of the day (EOD), which another word may name. */
  readonly edge?: boolean
  /** A whole week, month or year, which gives way to a day that the line names. */
  readonly period?: boolean
  /** "In 7 days" may be a goal instead of a date. */
  readonly ahead?: boolean
  /** The end of a period needs a preposition: "the end of the year". */
  readonly needsLead?: boolean
  /** Christmas, which is a day only with a preposition or a time. */
  readonly named?: boolean
}

const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const NTH = '(\\d{1,2})(?:st|nd|rd|th)?'
const YEAR = "(?:,? (20\\d\\d|'\\d\\d)(?![:\\d]))?"

type Reader = (match: RegExpExecArray, env: DayEnv) => Omit<DayFound, 'end'> | undefined | 'contradiction'

const monday = ({ today }: DayEnv): Day => today - weekdayOf(today)
/** The first day of the week that begins next. */
const nextWeek = ({ today, week_start }: DayEnv): Day => nextWeekday(today + 1, week_start)
const weekday = (name = ''): number => WEEKDAYS.indexOf(name.slice(0, 3).toLowerCase())
const month = (name = ''): number => MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1
const endOfMonth = (year: number, index: number): Day => addMonths(dayOf(year, 1, 1) ?? 0, index) - 1

function dated(env: DayEnv, name: string, date: string, year: string | undefined): Day | undefined {
  if (year) return dayOf(Number(year.replace("'", '20')), month(name), Number(date))
  return nextDate(env.today, month(name), Number(date))
}

const plain = (day: Day | undefined, form: DayForm = 'plain'): Omit<DayFound, 'end'> | undefined =>
  day === undefined ? undefined : { day, form }

/** "Next Friday" is the Friday of next week; "this Friday" and "Friday" are the nearest one after today. */
function ofWeek(env: DayEnv, lead: string | undefined, name: string): Day {
  const index = weekday(name)
  const word = lead?.trim().toLowerCase()
  if (word === 'next') return monday(env) + 7 + index
  if (word === 'last') return nextWeekday(env.today, index) - 7
  if (word === 'this' && index === weekdayOf(env.today)) return env.today
  return nextWeekday(env.today + 1, index)
}

/** The last day of the period: Friday for a week, because "end of the week" is the end of its work. */
function endOf(env: DayEnv, period: string): Day {
  const { year, month: now } = partsOf(env.today)
  if (/month|eom/.test(period)) return endOfMonth(year, /next/.test(period) ? now + 1 : now)
  if (/year|eoy/.test(period)) return endOfMonth(year + (/next/.test(period) ? 1 : 0), 12)
  if (/quarter/.test(period)) return endOfMonth(year, Math.ceil(now / 3) * 3)
  if (/week|eow/.test(period)) {
    if (/next/.test(period)) return monday(env) + 11
    return weekdayOf(env.today) <= 4 ? monday(env) + 4 : monday(env) + 6
  }
  return env.today
}

const UNITS = '(days?|weeks?|fortnights?|months?|years?)'
function later(day: Day, count: number, unit: string): Day {
  if (/^month/i.test(unit)) return addMonths(day, count)
  if (/^year/i.test(unit)) return addMonths(day, 12 * count)
  return day + count * (/^week/i.test(unit) ? 7 : /^fortnight/i.test(unit) ? 14 : 1)
}

const form = (source: string): RegExp => new RegExp(`(?:${source})${END}`, 'iuy')

/** Days with a name of their own: month and day. */
const NAMED_DAYS: [RegExp, month: number, date: number][] = [
  [form('(?:christmas|xmas) eve'), 12, 24],
  [form('(?:christmas|xmas)(?: day)?'), 12, 25],
  [form("new year['’]?s? eve|nye"), 12, 31],
  [form("new year['’]?s?(?: day)?"), 1, 1],
  [form('halloween'), 10, 31],
  [form("valentine['’]?s(?: day)?"), 2, 14],
]
const nextMonth = ({ today }: DayEnv, date: number): Day | undefined => {
  const { year, month: index } = partsOf(addMonths(today, 1))
  return dayOf(year, index, date)
}
const period = (day: Day | undefined): Omit<DayFound, 'end'> | undefined =>
  day === undefined ? undefined : { day, form: 'plain', period: true }

/** Tried in this order. */
const READERS: [RegExp, Reader][] = [
  [form('(?:the )?day after tomorrow'), (_m, { today }) => plain(today + 2)],
  [form('today|tdy'), (_m, { today }) => plain(today)],
  [
    form('tonight|tonite|2nite|this (?:evening|night)'),
    (_m, { today }) => ({ day: today, form: 'plain', night: true }),
  ],
  [form('this (?:morning|afternoon)'), (_m, { today }) => plain(today)],
  [form('tomorrow|tmrw|tmr|tmw|tmrow|tommorow|tommorrow|2moro|2morrow'), (_m, { today }) => plain(today + 1)],
  [form('(?:the )?day before yesterday'), (_m, { today }) => plain(today - 2)],
  [form('yesterday|last night'), (_m, { today }) => plain(today - 1)],
  // A week from Friday, two weeks from tomorrow, 3 days from now.
  [
    form(`(${NUMBER}) ${UNITS} from (?:now|today|(tomorrow|tmrw)|(?:this |next )?(${DAY}))`),
    ([, count = '', unit = '', tomorrow, name], env) => {
      const from = tomorrow ? env.today + 1 : name ? ofWeek(env, undefined, name) : env.today
      return plain(later(from, numberOf(count), unit))
    },
  ],
  [
    form(`in (${NUMBER}) weeks?,? on (${DAY})`),
    ([, count = '', name], env) => plain(monday(env) + 7 * numberOf(count) + weekday(name)),
  ],
  [
    form(`in (${NUMBER}) ${UNITS}(?:['’]s? time)?`),
    ([, count = '', unit = ''], { today }) => ({
      ...{ day: later(today, numberOf(count), unit), form: 'plain', ahead: true },
    }),
  ],
  [
    form(`(${NUMBER}) ${UNITS} ago`),
    ([, count = '', unit = ''], { today }) => plain(later(today, -numberOf(count), unit)),
  ],
  // Saturday the 21st, Friday, Nov 20.
  [
    form(`(?:(?:this|next|last|coming) )?(${DAY}),? the (\\d{1,2})(?:st|nd|rd|th)(?: of (${MONTH}))?`),
    ([, name = '', date = '', of], env) => {
      const day = of ? dated(env, of, date, undefined) : nextMonthday(env.today, Number(date))
      return agreeing(name, day)
    },
  ],
  [
    form(`next year,? (?:on )?(${MONTH})\\.? ${NTH}|(${MONTH})\\.? ${NTH},? (?:of )?next year`),
    ([, a, b, c, d], env) => plain(dayOf(partsOf(env.today).year + 1, month(a ?? c), Number(b ?? d))),
  ],
  [
    form(`(${MONTH})\\.? ${NTH},? (?:of )?last year`),
    ([, name, date], env) => plain(dayOf(partsOf(env.today).year - 1, month(name), Number(date))),
  ],
  [
    form(
      `(?:${DAY}\\.?,? )?(${MONTH})\\.? ${NTH} ?(?:-|–|—|to|through|until) ?(?:(${MONTH})\\.? )?${NTH}${YEAR}(?! ?[ap]\\.?m\\b)(?!:\\d)`,
    ),
    ([, name = '', from = '', other, to = '', year], env) =>
      range(dated(env, name, from, year), other ?? name, to),
  ],
  [
    form(`(?:${DAY}\\.?,? )?${NTH} ?(?:-|–|—|to) ?${NTH}(?: of)? (${MONTH})\\b\\.?${YEAR}`),
    ([, from = '', to = '', name = '', year], env) => range(dated(env, name, from, year), name, to),
  ],
  [
    form(
      `(?:(${DAY})\\.?,? (?:the )?|next )?(${MONTH})\\.?,? (?:the )?${NTH}${YEAR}(?! ?[ap]\\.?m\\b)(?!:\\d)(?![-–]\\d{1,2} ?[ap]m)`,
    ),
    ([, name, of = '', date = '', year], env) => agreeing(name, dated(env, of, date, year)),
  ],
  [
    form(
      `(?:(${DAY})\\.?,? (?:the )?)?(?:the )?${NTH}(?: of|-)? ?(${MONTH})\\b\\.?${YEAR}(?! \\d{1,2}(?![\\d:]| ?[ap]\\.?m\\b))`,
    ),
    ([, name, date = '', of = '', year], env) => agreeing(name, dated(env, of, date, year)),
  ],
  [
    form(
      `(?:(${DAY})\\.?,? )?(\\d{4}[-/.]\\d{1,2}[-/.]\\d{1,2}|\\d{1,2}[/.]\\d{1,2}(?:[/.](?:20\\d\\d|\\d\\d))?\\.?|\\d{1,2}-\\d{1,2}-20\\d\\d)(?!\\d|[-/.]\\d|:\\d)`,
    ),
    ([, name, text = ''], env) => {
      const found = numericDate(text, env)
      return found && agreeing(name, found.day, found.form)
    },
  ],
  // Next week Friday, Friday next week, Friday week, Friday after next.
  [form(`next week,? (?:on )?(${DAY})`), ([, name = ''], env) => plain(monday(env) + 7 + weekday(name))],
  [form(`(${DAY}) (?:of )?next week`), ([, name = ''], env) => plain(monday(env) + 7 + weekday(name))],
  [
    form(`(${DAY}) after next(?! (?!at\\b|for\\b|by\\b|from\\b|with\\b)\\p{L})|next next (${DAY})`),
    ([, a, b], env) => plain(monday(env) + 14 + weekday(a ?? b)),
  ],
  [
    form('(mon|tues|wednes|thurs|fri|satur|sun)day week'),
    ([, name = ''], env) => plain(ofWeek(env, undefined, name) + 7),
  ],
  [
    form('next month,? on the (\\d{1,2})(?:st|nd|rd|th)|the (\\d{1,2})(?:st|nd|rd|th) of next month'),
    ([, a, b], env) => plain(nextMonth(env, Number(a ?? b))),
  ],
  // The last Friday of the month, the first Tuesday in November.
  [
    form(
      `(?:the )?(first|1st|second|2nd|third|3rd|fourth|4th|last) (${DAY}) (?:of|in) (?:(?:the|this) month|(next month)|(${MONTH}))`,
    ),
    ([, place = '', name = '', next, of], env) =>
      plain(nthWeekday(env, place.toLowerCase(), name, next ?? of)),
  ],
  [
    form('(?:the )?(?:end of|close of) (?:the |this )?(?:business(?: day)?|(?:work(?:ing)? ?)?day)|eod|cob'),
    ([all], { today }) => ({
      ...{ day: today, form: 'plain', due: true, edge: true },
      needsLead: /^cob$|close/i.test(all),
    }),
  ],
  [
    form(
      '(?:the )?end of (?:the |this )?(?:week|month|quarter|year)|(?:the )?end of next (?:week|month|year)|eow|eom|eoy|(?:the )?(?:month|year)[- ]end',
    ),
    ([text], env) => ({
      ...{ day: endOf(env, text.toLowerCase()), form: 'plain', due: true },
      needsLead: /^the /i.test(text),
    }),
  ],
  [
    form(`(?:the )?end of (${MONTH})${YEAR}`),
    ([, name = '', year], { today }) => {
      const now = partsOf(today)
      const index = month(name)
      const of = year ? Number(year.replace("'", '20')) : index < now.month ? now.year + 1 : now.year
      return { day: endOfMonth(of, index), form: 'plain', due: true, needsLead: true }
    },
  ],
  [
    form(`(?:the )?end of (?:this |next )?(${DAY})`),
    ([, name = ''], env) => ({ day: ofWeek(env, undefined, name), form: 'plain', due: true }),
  ],
  [form('next week'), (_m, env) => period(nextWeek(env))],
  [form('next month'), (_m, env) => period(nextMonth(env, 1))],
  [form('next year'), (_m, { today }) => period(dayOf(partsOf(today).year + 1, 1, 1))],
  [form('next weekend'), (_m, env) => period(monday(env) + 12)],
  [
    form('(?:this|the) weekend'),
    (_m, env) => period(weekdayOf(env.today) >= 5 ? env.today : monday(env) + 5),
  ],
  ...NAMED_DAYS.map(([pattern, index, date]): [RegExp, Reader] => [
    pattern,
    (_m, { today }) => {
      const day = nextDate(today, index, date)
      return day === undefined ? undefined : { day, form: 'short', named: true }
    },
  ]),
  [
    form(`(this coming |this |next |last |coming )?(${DAY}(?!s))\\.?`),
    ([all, lead, name = ''], env) =>
      plain(ofWeek(env, lead, name), lead ? 'plain' : /day\b/i.test(all) ? 'weekday' : 'short'),
  ],
  [
    form('(?:the |(?<=\\b(?:by|before|due) ))(\\d{1,2})(?:st|nd|rd|th)'),
    ([, date = ''], { today }) => plain(nextMonthday(today, Number(date)), 'short'),
  ],
]

const PLACES = ['first', 'second', 'third', 'fourth']

/** The next such day. */
function nthWeekday({ today }: DayEnv, place: string, name: string, of: string | undefined): Day | undefined {
  const { year, month: now } = partsOf(today)
  const index = weekday(name)
  const inMonth = (ahead: number): Day => {
    const first = addMonths(dayOf(year, now, 1) ?? today, ahead)
    if (place === 'last') return nextWeekday(addMonths(first, 1) - 7, index)
    const weeks = /^\d/.test(place) ? Number.parseInt(place, 10) - 1 : PLACES.indexOf(place)
    return nextWeekday(first, index) + 7 * weeks
  }
  if (of && /^next/i.test(of)) return inMonth(1)
  const ahead = of === undefined ? 0 : (month(of) - now + 12) % 12
  const day = inMonth(ahead)
  return day >= today ? day : inMonth(ahead + (of === undefined ? 1 : 12))
}

/** "Monday, Dec 1" contradicts itself if December 1 is a Tuesday. */
function agreeing(
  name: string | undefined,
  day: Day | undefined,
  found: DayForm = 'plain',
): Omit<DayFound, 'end'> | undefined | 'contradiction' {
  if (day !== undefined && name && weekdayOf(day) !== weekday(name)) return 'contradiction'
  return plain(day, name ? 'plain' : found)
}

function range(day: Day | undefined, name: string, date: string): Omit<DayFound, 'end'> | undefined {
  if (day === undefined) return undefined
  const { year, month: from } = partsOf(day)
  const until = dayOf(month(name) < from ? year + 1 : year, month(name), Number(date))
  return until !== undefined && until > day ? { day, until, form: 'plain' } : undefined
}

export function dayAt(text: string, at: number, env: DayEnv): DayFound | undefined {
  for (const [pattern, read] of READERS) {
    const match = matchAt(pattern, text, at)
    if (!match) continue
    const found = read(match, env)
    if (found === 'contradiction') return undefined
    if (found) return { ...found, end: at + match[0].trimEnd().length }
  }
  return undefined
}

const TO = /(?: ?[-–—] ?| (?:to|through|thru|until|till) )/iuy

/** Matches "Aug 3 to Aug 7", "Monday to Thursday", "11/20-11/24". */
export function dayRangeAt(text: string, at: number, env: DayEnv): DayFound | undefined {
  const from = dayAt(text, at, env)
  if (!from || from.until !== undefined || from.due) return from
  const to = matchAt(TO, text, from.end)
  const last = to && dayAt(text, from.end + to[0].length, { ...env, today: from.day })
  if (!last || last.day <= from.day || last.until !== undefined) return from
  return { ...from, until: last.day, end: last.end, form: from.form === 'short' ? 'short' : 'plain' }
}
