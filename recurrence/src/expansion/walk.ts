// Visits a rule's instants in order, from a given day. The caller applies COUNT, UNTIL and the series start.

import { DAY_MS, yearAt, yearOf } from '../year.ts'
import { toInstant } from '../zone-offsets.ts'
import { activePeriod, firstDayOf, HOUR_MS, periodOf } from './period.ts'
import type { Plan } from './plan.ts'
import { visitChosen } from './set-position.ts'

const ONLY_DAY = [0]

/** The visitor returns false to stop the walk. */
export type Visit = (instant: number) => boolean

/**
 * Visits the rule's instants from one day to another. With BYSETPOS, visits whole periods, such as months, so the
 * caller must check the range.
 */
export function walk(plan: Plan, firstDay: number, lastDay: number, visit: Visit): void {
  const { freq } = plan.rule
  if (freq === 'HOURLY') walkDays(plan, firstDay, lastDay, day => visitHours(plan, day, visit))
  else if (freq === 'DAILY' || plan.picks === null) {
    walkDays(plan, firstDay, lastDay, day => visitSlots(plan, day * DAY_MS, visit))
  } else walkPeriods(plan, firstDay, lastDay, visit)
}

/** Visits the allowed days in order, except days that INTERVAL skips. */
function walkDays(plan: Plan, firstDay: number, lastDay: number, visitDay: (day: number) => boolean): void {
  const { wait } = plan
  if (wait === null) return
  const lastYear = yearOf(lastDay)
  let next = firstDay
  for (let year = yearOf(firstDay); year <= lastYear; year++) {
    const { first_day, length } = yearAt(year)
    const { allowed, index_from } = plan.days(year)
    const indexOf = (day: number) => (day - first_day >= length ? length : (index_from[day - first_day] ?? 0))
    for (let index = indexOf(next); index < allowed.length; ) {
      const day = first_day + (allowed[index] ?? 0)
      if (day > lastDay) return
      const days = wait(day, year)
      if (days === 0 && !visitDay(day)) return
      next = day + Math.max(1, days)
      index = days > 1 ? indexOf(next) : index + 1
    }
  }
}

/** Visits the times in one day or hour, except those that DST skips. With BYSETPOS, visits only the picked times. */
function visitSlots(plan: Plan, base: number, visit: Visit): boolean {
  const { picks, slots, zone } = plan
  if (picks !== null) return visitChosen(plan, { base, days: ONLY_DAY, from: 0, end: 1 }, visit)
  for (const slot of slots) {
    const instant = toInstant(zone, base + slot)
    if (instant !== null && !visit(instant)) return false
  }
  return true
}

function visitHours(plan: Plan, day: number, visit: Visit): boolean {
  const { hours, rule, start_hour } = plan
  const phase = (start_hour - day * 24) % rule.interval
  for (let hour = phase < 0 ? phase + rule.interval : phase; hour < 24; hour += rule.interval) {
    if (hours[hour] === true && !visitSlots(plan, day * DAY_MS + hour * HOUR_MS, visit)) return false
  }
  return true
}

/** Expands whole periods, because BYSETPOS also counts instants before the first day and after the last day. */
function walkPeriods(plan: Plan, firstDay: number, lastDay: number, visit: Visit): void {
  const { rule, start_period } = plan
  if (plan.wait === null) return
  const lastPeriod = periodOf(rule, lastDay, yearOf(lastDay))
  let period = activePeriod(rule, start_period, periodOf(rule, firstDay, yearOf(firstDay)))
  for (; period <= lastPeriod; period += rule.interval) {
    if (!visitPeriod(plan, firstDayOf(rule, period), firstDayOf(rule, period + 1), visit)) return
  }
}

/** `end` is exclusive. Only a week can span two years. */
function visitPeriod(plan: Plan, firstDay: number, end: number, visit: Visit): boolean {
  const year = yearOf(firstDay)
  const { first_day, length } = yearAt(year)
  const { allowed, index_from } = plan.days(year)
  const from = index_from[firstDay - first_day] ?? allowed.length
  const base = first_day * DAY_MS
  const rest = end - first_day - length
  if (rest <= 0) {
    return visitChosen(
      plan,
      { base, days: allowed, from, end: index_from[end - first_day] ?? allowed.length },
      visit,
    )
  }
  const next = plan.days(year + 1)
  const inNextYear = next.allowed.subarray(0, next.index_from[rest])
  const days = [...allowed.subarray(from), ...inNextYear.map(day => day + length)]
  return visitChosen(plan, { base, days, from: 0, end: days.length }, visit)
}
