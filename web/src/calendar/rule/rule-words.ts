import type { Language } from '../../session/language.tsx'
import { dateFormat } from '../../session/region/date-format.ts'
import { type MonthlyBy, type Rule, WEEKDAYS, type Weekday } from './rule.ts'

/** Counts the days from January 5, 2026, which is a Monday. */
const nameOf = (weekday: Weekday, language: Language, length: 'long' | 'short'): string =>
  dateFormat(language, { weekday: length, timeZone: 'UTC' }).format(
    new Date(Date.UTC(2026, 0, 5 + WEEKDAYS.indexOf(weekday))),
  )

export const weekdayName = nameOf

export const dateWords = (date: string, language: Language): string =>
  dateFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`))

const ORDINALS: Record<Language, Record<number, string>> = {
  en: { 1: 'first', 2: 'second', 3: 'third', 4: 'fourth', [-1]: 'last' },
  ko: { 1: '첫째', 2: '둘째', 3: '셋째', 4: '넷째', [-1]: '마지막' },
}

export function monthlyWords(monthly: MonthlyBy, language: Language): string {
  if (monthly.by === 'weekday') {
    const nth = ORDINALS[language][monthly.nth] ?? String(monthly.nth)
    const day = nameOf(monthly.weekday, language, 'long')
    return language === 'ko' ? `${nth} ${day}` : `on the ${nth} ${day}`
  }
  if (monthly.day === -1) return language === 'ko' ? '말일' : 'on the last day'
  return language === 'ko' ? `${monthly.day}일` : `on day ${monthly.day}`
}

const UNITS: Record<Language, Record<Rule['frequency'], [one: string, many: (n: number) => string]>> = {
  en: {
    DAILY: ['Every day', n => `Every ${n} days`],
    WEEKLY: ['Every week', n => `Every ${n} weeks`],
    MONTHLY: ['Every month', n => `Every ${n} months`],
    YEARLY: ['Every year', n => `Every ${n} years`],
  },
  ko: {
    DAILY: ['매일', n => `${n}일마다`],
    WEEKLY: ['매주', n => `${n}주마다`],
    MONTHLY: ['매월', n => `${n}개월마다`],
    YEARLY: ['매년', n => `${n}년마다`],
  },
}

function daysOfWeek(rule: Rule, language: Language): string {
  const days = WEEKDAYS.filter(day => rule.weekdays.includes(day)).map(day => nameOf(day, language, 'short'))
  return language === 'ko' ? ` ${days.join('·')}` : ` on ${days.join(', ')}`
}

function endWords({ ends }: Rule, language: Language): string {
  if (ends.kind === 'never') return ''
  if (ends.kind === 'on') {
    const date = dateWords(ends.date, language)
    return language === 'ko' ? `, ${date}까지` : `, until ${date}`
  }
  if (language === 'ko') return `, ${ends.count}회`
  return ends.count === 1 ? ', once' : `, ${ends.count} times`
}

export function ruleWords(rule: Rule, language: Language): string {
  const [one, many] = UNITS[language][rule.frequency]
  const every = rule.interval === 1 ? one : many(rule.interval)
  const which =
    rule.frequency === 'WEEKLY' && rule.weekdays.length > 0
      ? daysOfWeek(rule, language)
      : rule.frequency === 'MONTHLY'
        ? ` ${monthlyWords(rule.monthly, language)}`
        : ''
  return every + which + endWords(rule, language)
}
