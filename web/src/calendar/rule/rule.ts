// A repetition as people say it, and as RRULE. What the humane editor cannot say stays a text for experts.
import { localOf } from '../../session/region/zone-time.ts'

export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
export type Weekday = (typeof WEEKDAYS)[number]

export const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const
export type Frequency = (typeof FREQUENCIES)[number]

/** Day -1 is the last of the month, `nth` -1 the last such weekday. */
export type MonthlyBy = { by: 'day'; day: number } | { by: 'weekday'; nth: number; weekday: Weekday }

export type Ends = { kind: 'never' } | { kind: 'on'; date: string } | { kind: 'after'; count: number }

export interface Rule {
  frequency: Frequency
  interval: number
  /** Of weekly rules. */
  weekdays: Weekday[]
  /** Of monthly rules. */
  monthly: MonthlyBy
  ends: Ends
}

export function weekdayOf(date: string): Weekday {
  const day = new Date(`${date}T00:00:00Z`).getUTCDay()
  return WEEKDAYS[(day + 6) % 7] ?? 'MO'
}

/** What a new rule of this frequency means for an entry that starts on this date. */
export const usualRule = (frequency: Frequency, startDate: string): Rule => ({
  frequency,
  interval: 1,
  weekdays: [weekdayOf(startDate)],
  monthly: { by: 'day', day: Number(startDate.slice(8)) },
  ends: { kind: 'never' },
})

/** The ways in which the date can stand for every month: the 30th, the fifth or last Friday, the last day. */
export function monthlyChoices(startDate: string): MonthlyBy[] {
  const day = Number(startDate.slice(8))
  const [year = 0, month = 1] = startDate.split('-').map(Number)
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate()
  const weekday = weekdayOf(startDate)
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

/** Undefined when the rule says more than the editor can show. */
export function readRule(text: string, startDate: string, zone: string): Rule | undefined {
  const parts = partsOf(text)
  const frequency = FREQUENCIES.find(each => each === parts?.get('FREQ'))
  if (!parts || !frequency) return undefined
  const rule = usualRule(frequency, startDate)
  for (const [name, value] of parts) {
    const read = READERS[name]?.(value, rule, zone)
    if (!read) return undefined
    Object.assign(rule, read)
  }
  return rule
}

/** A series that was cut has its end beside the rule; the editor shows and writes it as part of the rule. */
export function withEnd(rule: string | null, end: string | null, zone: string): string {
  if (!rule || end === null || /UNTIL|COUNT/i.test(rule)) return rule ?? ''
  return `${rule};UNTIL=${localOf(Date.parse(end), zone).date.replaceAll('-', '')}`
}

function partsOf(text: string): Map<string, string> | undefined {
  const pairs = text
    .trim()
    .toUpperCase()
    .replace(/^RRULE:/, '')
    .split(';')
    .map(part => part.split('='))
  const parts = new Map(pairs.map(([name = '', value = '']) => [name, value]))
  return parts.size === pairs.length ? parts : undefined
}

type Reader = (value: string, rule: Rule, zone: string) => Partial<Rule> | undefined

const whole = (value: string): number | undefined =>
  /^[1-9]\d{0,4}$/.test(value) ? Number(value) : undefined

const READERS: Record<string, Reader> = {
  FREQ: () => ({}),
  INTERVAL: value => {
    const interval = whole(value)
    return interval === undefined ? undefined : { interval }
  },
  COUNT: value => {
    const count = whole(value)
    return count === undefined ? undefined : { ends: { kind: 'after', count } }
  },
  UNTIL: (value, _rule, zone) => {
    const date = untilDate(value, zone)
    return date === undefined ? undefined : { ends: { kind: 'on', date } }
  },
  // The start of the week matters only to rules that leave weeks out.
  WKST: (value, rule) => (value === 'MO' || rule.frequency !== 'WEEKLY' ? {} : undefined),
  BYDAY: (value, rule) => {
    const days = value.split(',')
    if (rule.frequency === 'WEEKLY') return days.every(isWeekday) ? { weekdays: days } : undefined
    const nth = /^(-1|[1-4])([A-Z]{2})$/.exec(value)
    const weekday = nth?.[2]
    if (rule.frequency !== 'MONTHLY' || !isWeekday(weekday)) return undefined
    return { monthly: { by: 'weekday', nth: Number(nth?.[1]), weekday } }
  },
  BYMONTHDAY: (value, rule) =>
    rule.frequency === 'MONTHLY' && /^(-1|[1-9]|[12]\d|3[01])$/.test(value)
      ? { monthly: { by: 'day', day: Number(value) } }
      : undefined,
}

const isWeekday = (text: string | undefined): text is Weekday => WEEKDAYS.some(day => day === text)

function untilDate(value: string, zone: string): string | undefined {
  const [, year, month, day, time, utc] = /^(\d{4})(\d\d)(\d\d)(?:T(\d{6})(Z)?)?$/.exec(value) ?? []
  const date = `${year}-${month}-${day}`
  if (year === undefined || time === undefined || utc === undefined) return year && date
  const iso = `${date}T${time.replace(/(..)(..)(..)/, '$1:$2:$3')}Z`
  return Number.isNaN(Date.parse(iso)) ? undefined : localOf(Date.parse(iso), zone).date
}
