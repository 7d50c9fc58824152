// Corrects the holiday library's lunar dates, which are a day or a month off in some years (such as Chuseok 2033), and
// replaces all of its rules for South Korea.
import type Holidays from 'date-holidays'
import type { HolidaysTypes } from 'date-holidays'
import { namesOf, rulesOf } from './library.ts'
import { type KoreanDay, koreanDays } from './lunar/korea.ts'
import { datedRules, isLunarRule, LUNAR_YEARS } from './lunar/lunar.ts'

/** From this year on, Seollal and Chuseok last three days each. */
const FIRST_KOREAN_YEAR = 1989

export function correctYear(calendar: Holidays, country: string, year: number): void {
  if (year < LUNAR_YEARS.first || year > LUNAR_YEARS.last) return
  if (country === 'KR' && year >= FIRST_KOREAN_YEAR) replaceKorean(calendar, year)
  else dateLunarRules(calendar, year)
}

function dateLunarRules(calendar: Holidays, year: number): void {
  const lunar = rulesOf(calendar).filter(({ rule }) => isLunarRule(rule))
  for (const [number, rule] of lunar.entries()) {
    calendar.unsetRule(rule.rule)
    for (const dated of datedRules(rule.rule, year)) {
      // The number distinguishes two rules with the same text.
      calendar.setRule({ ...rule, rule: `${dated} #${number}`, active: rule.active?.map(asGiven) })
    }
  }
}

/**
 * Converts the bounds to strings, because the library returns them as dates in the process's time zone but accepts only
 * strings.
 */
function asGiven({ from, to }: HolidaysTypes.ActiveRange) {
  const text = (border?: Date | string) => (border instanceof Date ? border.toLocaleDateString('sv') : border)
  return { from: text(from), to: text(to) }
}

function replaceKorean(calendar: Holidays, year: number): void {
  const rules = rulesOf(calendar)
  for (const { rule } of rules) calendar.unsetRule(rule)
  for (const [number, day] of koreanDays(year).entries()) {
    const known = day.substitute ? undefined : rules.find(({ rule }) => rule === day.date.slice(5))
    const name = { ...namesOf(known), ...koreanNames(day) }
    calendar.setRule({ rule: `${day.date} #${number}`, name, type: day.type })
  }
}

function koreanNames({ name, substitute }: KoreanDay) {
  return substitute ? { ko: `${name.ko} (대체공휴일)`, en: `${name.en} (substitute day)` } : name
}
