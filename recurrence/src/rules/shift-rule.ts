// Rewrites a moved series' rule, so that its times and days move by the same amount.
import { withPart } from '../rule.ts'
import { DAY_MS } from '../year.ts'
import { type Rule, WEEKDAYS } from './rule-shape.ts'

export interface Move {
  /** The local start of the moved occurrence before the move, in milliseconds. */
  readonly from: number
  /** The distance of the move, in milliseconds. */
  readonly by: number
}

/**
 * Returns null if no rule can express the move. The result may be inexact. The caller checks whether it is exact,
 * unless the rule depends on months.
 */
export function shiftedRule(rule: Rule, move: Move): string | null {
  const times = movedTimes(rule, move)
  const days = times && movedDays(rule, move, times.days)
  if (!times || !days || (!times.uniform && dependsOnMonths(rule))) return null
  const changes = { ...times.parts, ...days, ...movedUntil(rule, move, times) }
  return Object.entries(changes).reduce((text, [name, value]) => withPart(text, name, value), rule.text)
}

/**
 * True if the rule selects days by month or year. Months and years differ in length, so such a rule cannot always
 * be moved exactly.
 */
export function dependsOnMonths(rule: Rule): boolean {
  const lists = [rule.by_month, rule.by_month_day, rule.by_year_day, rule.by_week_no]
  return rule.freq === 'MONTHLY' || rule.freq === 'YEARLY' || lists.some(list => list.length > 0)
}

/** Maps rule part names to new values. */
type Changes = Readonly<Record<string, string>>

interface MovedTimes {
  readonly parts: Changes
  /** The number of days by which the times move; the smallest if they move by different numbers. */
  readonly days: number
  /** True if all times move by the same number of days. */
  readonly uniform: boolean
}

function movedTimes(rule: Rule, { from, by }: Move): MovedTimes | null {
  const clock = new Date(from)
  const given = (list: readonly number[], implied: number) => (list.length > 0 ? list : [implied])
  const moved = given(rule.by_hour, clock.getUTCHours()).flatMap(hour =>
    given(rule.by_minute, clock.getUTCMinutes()).flatMap(minute =>
      given(rule.by_second, clock.getUTCSeconds()).map(
        second => new Date(Date.UTC(1970, 0, 1, hour, minute, second, clock.getUTCMilliseconds()) + by),
      ),
    ),
  )
  const values = (of: (time: Date) => number) => [...new Set(moved.map(of))].sort((a, b) => a - b)
  const hours = values(time => time.getUTCHours())
  const minutes = values(time => time.getUTCMinutes())
  const seconds = values(time => time.getUTCSeconds())
  const anyHour = rule.freq === 'HOURLY' && rule.by_hour.length === 0
  // BYHOUR and BYMINUTE combine freely: a rule for 9:45 and 10:15 would also match 9:15 and 10:45.
  if ((anyHour ? 1 : hours.length) * minutes.length * seconds.length !== moved.length) return null
  const days = values(time => Math.floor(time.getTime() / DAY_MS))
  const parts = {
    ...(rule.by_hour.length > 0 || (hours.length > 1 && !anyHour) ? { BYHOUR: hours.join() } : {}),
    ...(rule.by_minute.length > 0 || minutes.length > 1 ? { BYMINUTE: minutes.join() } : {}),
    ...(rule.by_second.length > 0 || seconds.length > 1 ? { BYSECOND: seconds.join() } : {}),
  }
  return { parts, days: days[0] ?? 0, uniform: days.length === 1 }
}

function movedDays(rule: Rule, move: Move, by: number): Changes | null {
  if (by === 0) return {}
  const places = rule.by_day.some(day => day.nth !== 0) ? movedPlaces(rule, by) : movedWeekdays(rule, by)
  const monthDays = movedMonthDays(rule, move, by)
  const yearDays = shiftedNumbers(rule.by_year_day, by, 366)
  if (!places || !monthDays || !yearDays) return null
  const weekMatters = rule.freq === 'WEEKLY' && (rule.interval > 1 || rule.by_set_pos.length > 0)
  return {
    ...(weekMatters ? { WKST: weekdayName(rule.week_start + by) } : {}),
    ...(yearDays.length > 0 ? { BYYEARDAY: yearDays.join() } : {}),
    ...monthDays,
    ...places,
  }
}

function weekdayName(weekday: number): string {
  return WEEKDAYS[((weekday % 7) + 7) % 7] ?? 'MO'
}

/** If the rule moves by one day, Monday, Wednesday and Friday become Tuesday, Thursday and Saturday. */
function movedWeekdays({ by_day }: Rule, by: number): Changes {
  return by_day.length === 0 ? {} : { BYDAY: by_day.map(({ weekday }) => weekdayName(weekday + by)).join() }
}

/**
 * The day after the first Monday is not always the first Tuesday: it is the Tuesday on one of the days 2 to 8 of
 * the month. A rule can express this only if the position exists in every month (or year), and if the move cannot
 * take it into another month (or year).
 */
function movedPlaces(rule: Rule, by: number): Changes | null {
  const inMonth = rule.freq === 'MONTHLY' || rule.by_month.length > 0
  const [name, safe] = inMonth ? ['BYMONTHDAY', 28] : ['BYYEARDAY', 364]
  const weekday = rule.by_day[0]?.weekday ?? 0
  if (rule.by_day.some(day => day.nth === 0 || day.weekday !== weekday)) return null
  if (rule.by_month_day.length > 0 || rule.by_year_day.length > 0) return null
  const places = rule.by_day.flatMap(({ nth }) =>
    Array.from({ length: 7 }, (_, at) => (nth > 0 ? 7 * nth - at : 7 * nth + at)),
  )
  const moved = shiftedNumbers(places, by, safe)
  if (!moved || places.some(place => Math.abs(place) > safe)) return null
  return { BYDAY: weekdayName(weekday + by), [name]: moved.join() }
}

/** A single day of the month may move into the next month. Several days must stay within their month. */
function movedMonthDays(rule: Rule, { from, by: ms }: Move, by: number): Changes | null {
  const before = new Date(from)
  const after = new Date(from + ms)
  const single =
    rule.by_month_day.length === 1 || (rule.by_month_day.length === 0 && rule.by_day.length === 0)
  const crosses = before.getUTCMonth() !== after.getUTCMonth() && single && rule.by_year_day.length === 0
  const month = crosses && rule.by_month.length === 1 ? { BYMONTH: String(after.getUTCMonth() + 1) } : {}
  if (rule.by_month_day.length === 0) return month
  if (crosses && (rule.by_month_day[0] ?? 0) > 0) return { ...month, BYMONTHDAY: String(after.getUTCDate()) }
  const moved = shiftedNumbers(rule.by_month_day, by, 31)
  return moved && { ...month, BYMONTHDAY: moved.join() }
}

/** Returns null if a number would leave its range or change its sign. */
function shiftedNumbers(numbers: readonly number[], by: number, max: number): number[] | null {
  const moved = numbers.map(number => number + by)
  const sound = moved.every((number, at) => number * (numbers[at] ?? 0) > 0 && Math.abs(number) <= max)
  return sound ? moved.sort((a, b) => a - b) : null
}

/**
 * An UNTIL date stays a date if all times of day move by the same number of days. The caller moves an UNTIL in UTC,
 * because the result depends on the zone.
 */
function movedUntil({ until }: Rule, { by }: Move, times: MovedTimes): Changes {
  if (until === null || !until.local) return {}
  const dateOnly = until.date_only && times.uniform
  const last = dateOnly ? until.last + times.days * DAY_MS : until.last + by
  return { UNTIL: dateOnly ? untilText(last).slice(0, 8) : untilText(last) }
}

const LAST_UNTIL = Date.UTC(9999, 11, 31, 23, 59, 59)

/** Formats a local time like `20261231T235959`. */
export function untilText(local: number): string {
  return new Date(Math.min(local, LAST_UNTIL)).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')
}
