// The activity report: the days of a year, and streaks, which may begin in an earlier year and end in a later one.
import type { Zone } from '../../platform/kernel/time/zone.ts'
import type { Db } from '../../platform/storage/unit-of-work.ts'
import { dateAt, dateText } from '../planning/schedules/all-day/dates.ts'
import { yearPeriod } from './counting/period.ts'
import { slicesOf } from './counting/slices.ts'
import type { ActivityFigures, DayStreak } from './figures/report.ts'
import { currentRun, type DayRun, leadingRun, longestRun, trailingRun } from './figures/streaks.ts'
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
  const read = (year: number) => daysOf(db, ownerId, choice.zone, year, now)
  const activeIn = (days: readonly { ms: number }[]) =>
    days.map(({ ms }) => ms >= choice.minimum_minutes * 60_000)
  const days = await read(choice.year)
  const isActive = activeIn(days)
  const todayDate = dateText(dateAt(now, choice.zone))
  const today = placeOf(todayDate, days)
  const activity = async (year: number) => activeIn(await read(year))
  const neighbors = {
    // On January 1, a streak of December may still be current.
    before: isActive[0] || today === 0 ? await activeDaysBefore(choice.year, activity) : 0,
    after: isActive.at(-1) ? await activeDaysAfter(choice.year, Number(todayDate.slice(0, 4)), activity) : 0,
  }
  return {
    year: choice.year,
    days,
    total_ms: days.reduce((sum, { ms }) => sum + ms, 0),
    active_days: isActive.filter(Boolean).length,
    current_streak: datesOf(currentRun(isActive, neighbors, today), days),
    longest_streak: datesOf(longestRun(isActive, neighbors), days),
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

type Activity = (year: number) => Promise<boolean[]>

/** Reads earlier years one by one, as long as every day in them is active. */
async function activeDaysBefore(year: number, activity: Activity): Promise<number> {
  let found = 0
  for (let earlier = year - 1; earlier >= EARLIEST; earlier--) {
    const days = await activity(earlier)
    const run = trailingRun(days)
    found += run
    if (run < days.length) break
  }
  return found
}

/** The same for later years, up to this one. */
async function activeDaysAfter(year: number, thisYear: number, activity: Activity): Promise<number> {
  let found = 0
  for (let later = year + 1; later <= thisYear; later++) {
    const days = await activity(later)
    const run = leadingRun(days)
    found += run
    if (run < days.length) break
  }
  return found
}

const EARLIEST = 1900

/** The index of the date, also beyond the list. Below 0 if it is before the list. */
function placeOf(date: string, days: readonly { date: string }[]): number {
  const last = days.at(-1)?.date ?? ''
  return date > last ? days.length - 1 + daysBetween(last, date) : days.findIndex(day => day.date === date)
}

const daysBetween = (first: string, second: string): number =>
  Temporal.PlainDate.from(first).until(second, { largestUnit: 'days' }).days

function datesOf({ days, end }: DayRun, all: readonly { date: string }[]): DayStreak {
  if (days === 0) return { days, start_date: null, end_date: null }
  return { days, start_date: dateOf(end - days + 1, all), end_date: dateOf(end, all) }
}

/** Assumes that the zone skipped no date during a streak outside this year. */
function dateOf(place: number, all: readonly { date: string }[]): string {
  const known = all[place]?.date
  if (known !== undefined) return known
  const [near, days] = place < 0 ? [all[0], place] : [all.at(-1), place - all.length + 1]
  return Temporal.PlainDate.from(near?.date ?? '')
    .add({ days })
    .toString()
}
