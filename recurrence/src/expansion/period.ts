// INTERVAL counts periods: years, months, weeks, days or hours. For an hourly rule, this file finds the days on which
// the rule occurs.
import type { Rule } from '../rules/rule-shape.ts'
import { DAY_MS, dayNumber, monthDayAt, yearAt } from '../year.ts'

export const HOUR_MS = 3_600_000

/** Returns the number of days until the next day that INTERVAL does not skip; 0 if this day is not skipped. */
export type Wait = (day: number, year: number) => number

/** Returns the number of the year, month, week or day that contains `day`, depending on the frequency. */
export function periodOf(rule: Rule, day: number, year: number): number {
  if (rule.freq === 'WEEKLY') return Math.floor((day + 3 - rule.week_start) / 7)
  if (rule.freq === 'MONTHLY') return year * 12 + monthDayAt(yearAt(year), day - yearAt(year).first_day).month
  return rule.freq === 'YEARLY' ? year : day
}

export function firstDayOf(rule: Rule, period: number): number {
  if (rule.freq === 'WEEKLY') return period * 7 - 3 + rule.week_start
  if (rule.freq === 'MONTHLY') return dayNumber(Math.floor(period / 12), period % 12, 1)
  return rule.freq === 'YEARLY' ? dayNumber(period, 0, 1) : period
}

/** Returns this period, or the next period that INTERVAL does not skip. INTERVAL counts from `startPeriod`. */
export function activePeriod(rule: Rule, startPeriod: number, period: number): number {
  const over = (period - startPeriod) % rule.interval
  return over === 0 ? period : period - over + (over > 0 ? rule.interval : 0)
}

export function periodWait(rule: Rule, startPeriod: number): Wait {
  if (rule.interval === 1) return () => 0
  return (day, year) => {
    const period = periodOf(rule, day, year)
    const active = activePeriod(rule, startPeriod, period)
    return active === period ? 0 : firstDayOf(rule, active) - day
  }
}

/**
 * Finds the days of an hourly rule. The days repeat in a cycle of at most INTERVAL days, and a table stores the whole
 * cycle. A rule that matches an allowed hour only once in years therefore costs as little as a daily rule. Returns
 * null if the rule never matches an allowed hour.
 */
export function hourWait(rule: Rule, startLocal: number, hours: readonly boolean[]): Wait | null {
  const startHour = Math.floor(startLocal / HOUR_MS)
  const startDay = Math.floor(startLocal / DAY_MS)
  const hits = 24 / greatestCommonDivisor(rule.interval, 24)
  const cycle = (rule.interval * hits) / 24
  const active = new Uint8Array(cycle)
  for (let hit = 0; hit < hits; hit++) {
    const hour = startHour - startDay * 24 + hit * rule.interval
    if (hours[hour % 24] === true) active[Math.floor(hour / 24) % cycle] = 1
  }
  const first = active.indexOf(1)
  if (first < 0) return null
  const waits = new Uint16Array(cycle)
  for (let at = cycle - 1, next = first + cycle; at >= 0; at--) {
    if (active[at] === 1) next = at
    waits[at] = next - at
  }
  return day => waits[(((day - startDay) % cycle) + cycle) % cycle] ?? 0
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}
