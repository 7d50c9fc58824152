// The activity report: the measured time of each day of a year, and streaks, which may have begun in an earlier year.

import type { Zone } from '../../platform/kernel/time/zone.ts'
import type { Db } from '../../platform/storage/unit-of-work.ts'
import { dateAt, dateText } from '../planning/schedules/all-day/dates.ts'
import { yearPeriod } from './counting/period.ts'
import { slicesOf } from './counting/slices.ts'
import type { ActivityFigures, DayStreak } from './figures/report.ts'
import { currentRun, type DayRun, longestRun, trailingRun } from './figures/streaks.ts'
import { count } from './reading/count.ts'

export interface ActivityChoice {
  zone: Zone
  year: number
  minimum_minutes: number
}

export async function activityFigures(
  db: Db,
  ownerId: string,
  choice: ActivityChoice,
  now: number,
): Promise<ActivityFigures> {
  const { zone, year } = choice
  const days = await daysOf(db, ownerId, zone, year, now)
  const isActive = days.map(({ ms }) => ms >= choice.minimum_minutes * 60_000)
  const today = days.findIndex(({ date }) => date === dateText(dateAt(now, zone)))
  // Reads earlier years if a streak may have begun before January 1, or if today is January 1 and the streak may
  // have ended yesterday.
  const before = isActive[0] || today === 0 ? await activeDaysBefore(db, ownerId, choice, now) : 0
  const current = today < 0 ? { days: 0, end: -1 } : currentRun(isActive, before, today)
  return {
    year,
    days,
    total_ms: days.reduce((sum, { ms }) => sum + ms, 0),
    active_days: isActive.filter(Boolean).length,
    current_streak: datesOf(current, days),
    longest_streak: datesOf(longestRun(isActive, before), days),
  }
}

async function daysOf(db: Db, ownerId: string, zone: Zone, year: number, now: number) {
  const slices = slicesOf(yearPeriod(year, zone), { bucket: 'day', group_by: 'none', week_start: 0, zone })
  const { totals } = await count(db, { ownerId, now, onlyMeasured: true }, slices, 'none', [])
  return slices.buckets.map((start, at) => ({
    date: dateText(dateAt(start, zone)),
    ms: totals.actual.buckets.at(at),
  }))
}

/**
 * Counts the active days directly before the year. Reads earlier years one by one, as long as every day in them
 * is active.
 */
async function activeDaysBefore(
  db: Db,
  ownerId: string,
  { zone, year, minimum_minutes }: ActivityChoice,
  now: number,
): Promise<number> {
  let found = 0
  for (let earlier = year - 1; earlier >= EARLIEST; earlier--) {
    const days = await daysOf(db, ownerId, zone, earlier, now)
    const run = trailingRun(days.map(({ ms }) => ms >= minimum_minutes * 60_000))
    found += run
    if (run < days.length) break
  }
  return found
}

const EARLIEST = 1900

function datesOf({ days, end }: DayRun, all: readonly { date: string }[]): DayStreak {
  if (days === 0) return { days, start_date: null, end_date: null }
  const first = Temporal.PlainDate.from(all[0]?.date ?? '')
  const end_date = all[end]?.date ?? first.subtract({ days: 1 }).toString()
  const start = all[end - days + 1]?.date
  // Assumes that the zone skipped no date in the part of the streak before this year.
  return { days, end_date, start_date: start ?? first.subtract({ days: days - 1 - end }).toString() }
}
