// Rules that the editor cannot show are edited as RRULE text.
import { parseRule } from '@daymark/recurrence/rule'
import type { Rule as ParsedRule } from '@daymark/recurrence/rules/rule-shape'
import { localOf, weekdayOf } from '../../session/region/zone-time.ts'

export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
export type Weekday = (typeof WEEKDAYS)[number]

export const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const
export type Frequency = (typeof FREQUENCIES)[number]

/** `day: -1` is the last day of the month, and `nth: -1` is the last such weekday. */
export type MonthlyBy = { by: 'day'; day: number } | { by: 'weekday'; nth: number; weekday: Weekday }

export type Ends = { kind: 'never' } | { kind: 'on'; date: string } | { kind: 'after'; count: number }

export interface Rule {
  frequency: Frequency
  interval: number
  /** Only weekly rules use this. */
  weekdays: Weekday[]
  /** Only monthly rules use this. */
  monthly: MonthlyBy
  ends: Ends
}

export const weekdayCode = (date: string): Weekday => WEEKDAYS[weekdayOf(date)] ?? 'MO'

export const usualRule = (frequency: Frequency, startDate: string): Rule => ({
  frequency,
  interval: 1,
  weekdays: [weekdayCode(startDate)],
  monthly: { by: 'day', day: Number(startDate.slice(8)) },
  ends: { kind: 'never' },
})

/** Returns the monthly rules to offer for the date, such as the 27th, the fourth Friday and the last Friday. */
export function monthlyChoices(startDate: string): MonthlyBy[] {
  const day = Number(startDate.slice(8))
  const [year = 0, month = 1] = startDate.split('-').map(Number)
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate()
  const weekday = weekdayCode(startDate)
  const choices: MonthlyBy[] = [{ by: 'day', day }]
  if (day <= 28) choices.push({ by: 'weekday', nth: Math.ceil(day / 7), weekday })
  if (day > days - 7) choices.push({ by: 'weekday', nth: -1, weekday })
  if (day === days) choices.push({ by: 'day', day: -1 })
  return choices
}

export function writeRule(rule: Rule): string {
  const parts = [`FREQ=${rule.frequency}`]
  if (rule.interval > 1) parts.push(`INTERVAL=${rule.interval}`)
  if (rule.frequency === 'WEEKLY' && rule.weekdays.length > 0)
    parts.push(`BYDAY=${WEEKDAYS.filter(day => rule.weekdays.includes(day)).join(',')}`)
  if (rule.frequency === 'MONTHLY') parts.push(writeMonthly(rule.monthly))
  if (rule.ends.kind === 'on') parts.push(`UNTIL=${rule.ends.date.replaceAll('-', '')}`)
  if (rule.ends.kind === 'after') parts.push(`COUNT=${rule.ends.count}`)
  return parts.join(';')
}

const writeMonthly = (monthly: MonthlyBy): string =>
  monthly.by === 'day' ? `BYMONTHDAY=${monthly.day}` : `BYDAY=${monthly.nth}${monthly.weekday}`

/** Returns undefined if the rule is invalid or the editor cannot show it. */
export function readRule(text: string, startDate: string, zone: string): Rule | undefined {
  const parsed = parseRule(text)
  return parsed.ok && !needsWeekStart(parsed.rule) ? describedRule(text, startDate, zone) : undefined
}

/** Returns undefined if the rule is invalid or has parts that a sentence cannot describe. */
export function describedRule(text: string, startDate: string, zone: string): Rule | undefined {
  const parsed = parseRule(text)
  if (!parsed.ok || saysMore(parsed.rule)) return undefined
  const frequency = FREQUENCIES.find(each => each === parsed.rule.freq)
  if (!frequency) return undefined
  const days = daysOf(parsed.rule, frequency)
  if (!days) return undefined
  const { interval } = parsed.rule
  return { ...usualRule(frequency, startDate), ...days, interval, ends: endsOf(parsed.rule, zone) }
}

/**
 * Adds a separately stored end to the rule, because the editor shows the end as part of the rule. Splitting a series,
 * for example, stores the end separately.
 */
export function withEnd(rule: string | null, end: string | null, zone: string): string {
  if (!rule || end === null || /UNTIL|COUNT/i.test(rule)) return rule ?? ''
  return `${rule};UNTIL=${localOf(Date.parse(end), zone).date.replaceAll('-', '')}`
}

/**
 * True if the rule depends on a week start other than Monday, for which the editor has no field. Only rules that skip
 * weeks depend on it.
 */
const needsWeekStart = ({ freq, interval, week_start }: ParsedRule): boolean =>
  freq === 'WEEKLY' && interval > 1 && week_start !== 0

const saysMore = (rule: ParsedRule): boolean =>
  [
    ...[rule.by_month, rule.by_week_no, rule.by_year_day, rule.by_set_pos],
    ...[rule.by_hour, rule.by_minute, rule.by_second],
  ].some(list => list.length > 0)

/** Returns undefined if the editor cannot show the days. */
function daysOf({ by_day, by_month_day }: ParsedRule, frequency: Frequency): Partial<Rule> | undefined {
  if (by_day.length === 0 && by_month_day.length === 0) return {}
  const weekdays = by_day.flatMap(day => WEEKDAYS[day.weekday] ?? [])
  if (frequency === 'WEEKLY') return { weekdays }
  if (frequency !== 'MONTHLY' || by_day.length + by_month_day.length > 1) return undefined
  const [weekday, nth, day] = [weekdays[0], by_day[0]?.nth ?? 0, by_month_day[0] ?? 0]
  if (weekday)
    return [-1, 1, 2, 3, 4].includes(nth) ? { monthly: { by: 'weekday', nth, weekday } } : undefined
  return day >= -1 ? { monthly: { by: 'day', day } } : undefined
}

function endsOf({ count, until }: ParsedRule, zone: string): Ends {
  if (count !== null) return { kind: 'after', count }
  if (until === null) return { kind: 'never' }
  return { kind: 'on', date: localOf(until.last, until.local ? 'UTC' : zone).date }
}
