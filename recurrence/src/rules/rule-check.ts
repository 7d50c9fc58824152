// Rejects combinations of rule parts that RFC 5545 forbids, and rules with too many occurrences per day.
import { RuleFault } from './rule-parts.ts'
import { MAX_PER_DAY, type Rule } from './rule-shape.ts'

export function checkCombinations(rule: Rule): void {
  const fault =
    endFault(rule) ?? partFault(rule) ?? dayFault(rule) ?? positionFault(rule) ?? densityFault(rule)
  if (fault !== null) throw new RuleFault(fault)
}

function endFault({ count, until }: Rule): string | null {
  return count !== null && until !== null ? 'COUNT and UNTIL cannot be used together.' : null
}

function partFault({ freq, by_week_no, by_year_day, by_month_day }: Rule): string | null {
  if (by_week_no.length > 0 && freq !== 'YEARLY') return 'BYWEEKNO can only be used with FREQ=YEARLY.'
  if (by_month_day.length > 0 && freq === 'WEEKLY') return 'BYMONTHDAY cannot be used with FREQ=WEEKLY.'
  if (by_year_day.length > 0 && freq !== 'YEARLY' && freq !== 'HOURLY') {
    return `BYYEARDAY cannot be used with FREQ=${freq}.`
  }
  return null
}

function dayFault({ freq, by_day, by_week_no }: Rule): string | null {
  if (by_day.every(day => day.nth === 0)) return null
  if (freq !== 'MONTHLY' && freq !== 'YEARLY') return `BYDAY cannot have a number with FREQ=${freq}.`
  if (by_week_no.length > 0) return 'BYDAY cannot have a number together with BYWEEKNO.'
  return null
}

function positionFault(rule: Rule): string | null {
  if (rule.by_set_pos.length === 0) return null
  const chosenFrom = [
    ...[rule.by_month, rule.by_week_no, rule.by_year_day, rule.by_month_day],
    ...[rule.by_day, rule.by_hour, rule.by_minute, rule.by_second],
  ]
  return chosenFrom.some(list => list.length > 0) ? null : 'BYSETPOS requires another BY part to choose from.'
}

function densityFault(rule: Rule): string | null {
  const perHour = Math.max(1, rule.by_minute.length) * Math.max(1, rule.by_second.length)
  const perDay = perHour * hoursADay(rule)
  if (perDay <= MAX_PER_DAY) return null
  return `The rule creates up to ${perDay.toLocaleString('en-US')} occurrences a day; ${MAX_PER_DAY} are allowed.`
}

function hoursADay({ freq, interval, by_hour }: Rule): number {
  if (freq !== 'HOURLY') return Math.max(1, by_hour.length)
  const allowed = by_hour.length > 0 ? by_hour : Array.from({ length: 24 }, (_, hour) => hour)
  const perPhase = Array.from({ length: Math.min(interval, 24) }, () => 0)
  // If INTERVAL does not divide 24, the hours differ from day to day. The check uses the day with the most
  // hours.
  for (const hour of allowed) perPhase[hour % interval] = (perPhase[hour % interval] ?? 0) + 1
  return Math.max(...perPhase)
}
