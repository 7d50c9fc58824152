// Prepares a series for expansion: zone offsets, allowed days, times of day and periods.
import { repeatsIn, type Series } from '../occurrence.ts'
import { parseRule } from '../rule.ts'
import { type DayPattern, dayPattern } from '../rules/rule-days.ts'
import type { Rule } from '../rules/rule-shape.ts'
import { DAY_MS, yearOf } from '../year.ts'
import { toInstantOrBeforeGap, toLocal, type ZoneOffsets, zoneOffsets } from '../zone-offsets.ts'
import { HOUR_MS, hourWait, periodOf, periodWait, type Wait } from './period.ts'
import { type Picks, picksOf } from './picks.ts'

export interface Plan {
  readonly rule: Rule
  readonly zone: ZoneOffsets
  readonly start: number
  readonly start_hour: number
  readonly start_period: number
  readonly days: DayPattern
  /** If null, the rule never matches, and the series has only its start. */
  readonly wait: Wait | null
  /** The times of day in milliseconds. For an hourly rule, the times within an hour. */
  readonly slots: readonly number[]
  /** For each hour of the day, whether an hourly rule allows it. */
  readonly hours: readonly boolean[]
  /** Null without BYSETPOS. */
  readonly picks: Picks | null
  /** The last instant that UNTIL and recurrence_end allow. `planOf` also applies COUNT. */
  readonly last: number
}

const mostDays = ({ freq, by_day }: Rule): number =>
  ({ YEARLY: 366, MONTHLY: 31, WEEKLY: Math.max(1, by_day.length), DAILY: 1, HOURLY: 1 })[freq]

export function makePlan(series: Series): Plan {
  const parsed = parseRule(series.recurrence_rule)
  if (!parsed.ok) throw new RangeError(parsed.message)
  const rule = parsed.rule
  const zone = zoneOffsets(repeatsIn(series))
  const local = toLocal(zone, series.start_time)
  const startDay = Math.floor(local / DAY_MS)
  const startPeriod = periodOf(rule, startDay, yearOf(startDay))
  const slots = slotsOf(rule, local - startDay * DAY_MS)
  const hours = Array.from(
    { length: 24 },
    (_, hour) => rule.by_hour.length === 0 || rule.by_hour.includes(hour),
  )
  const positions = rule.by_set_pos.filter(place => Math.abs(place) <= slots.length * mostDays(rule))
  const wait = rule.freq === 'HOURLY' ? hourWait(rule, local, hours) : periodWait(rule, startPeriod)
  return {
    rule,
    zone,
    start: series.start_time,
    start_hour: Math.floor(local / HOUR_MS),
    start_period: startPeriod,
    days: dayPattern(rule, startDay),
    wait: positions.length === 0 && rule.by_set_pos.length > 0 ? null : wait,
    slots,
    hours,
    picks: positions.length === 0 ? null : picksOf(positions),
    last: Math.min(series.recurrence_end ?? Number.POSITIVE_INFINITY, untilOf(rule, zone)),
  }
}

function untilOf({ until }: Rule, zone: ZoneOffsets): number {
  if (until === null) return Number.POSITIVE_INFINITY
  return until.local ? toInstantOrBeforeGap(zone, until.last) : until.last
}

/**
 * Returns all combinations of BYHOUR, BYMINUTE and BYSECOND, sorted; for an hourly rule, without BYHOUR. Missing
 * parts and milliseconds come from the series start.
 */
function slotsOf(rule: Rule, timeOfDay: number): number[] {
  const given = (list: readonly number[], implied: number) => (list.length > 0 ? list : [implied])
  const hours = rule.freq === 'HOURLY' ? [0] : given(rule.by_hour, Math.floor(timeOfDay / HOUR_MS))
  const minutes = given(rule.by_minute, Math.floor(timeOfDay / 60_000) % 60)
  const seconds = given(rule.by_second, Math.floor(timeOfDay / 1_000) % 60)
  return hours.flatMap(hour =>
    minutes.flatMap(minute =>
      seconds.map(second => ((hour * 60 + minute) * 60 + second) * 1_000 + (timeOfDay % 1_000)),
    ),
  )
}
