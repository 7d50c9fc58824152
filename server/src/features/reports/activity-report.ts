// Computes the activity of a year. Its streaks may begin in an earlier year and end in a later one.
import type { Window } from '@daymark/recurrence/occurrence'
import type { Zone } from '../../platform/kernel/time/zone.ts'
import type { Db } from '../../platform/storage/unit-of-work.ts'
import { dateAt, dateText } from '../planning/schedules/all-day/dates.ts'
import { yearPeriod } from './counting/period.ts'
import { type Slices, slicesOf } from './counting/slices.ts'
import type { ActivityFigures, DayStreak } from './figures/report.ts'
import { currentRun, type DayRun, leadingRun, longestRun } from './figures/streaks.ts'
import { count } from './reading/count.ts'
import { sampleDays } from './reading/sample-store.ts'

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
  const enough = choice.minimum_minutes * 60_000
  const reading = { ownerId, now, onlyMeasured: true }
  const cutDays = (window: Window) =>
    slicesOf(window, { bucket: 'day', group_by: 'none', week_start: 0, zone: choice.zone })
  const daysIn = async (window: Window) => {
    const slices = cutDays(window)
    const { totals } = await count(db, reading, slices, 'none', [])
    return slices.buckets.map((start, at) => ({
      date: dateText(dateAt(start, choice.zone)),
      ms: totals.actual.buckets.at(at),
    }))
  }
  const other: OtherYears = {
    days: year => windowsOf(cutDays(yearPeriod(year, choice.zone))),
    sampledActive: days => sampleDays(db, ownerId, days, { now, enough }),
    countedActive: async window => (await daysIn(window)).map(({ ms }) => ms >= enough),
  }
  const days = await daysIn(yearPeriod(choice.year, choice.zone))
  const isActive = days.map(({ ms }) => ms >= enough)
  const todayDate = dateText(dateAt(now, choice.zone))
  const today = placeOf(todayDate, days)
  const neighbors = {
    // On January 1, a December streak may still be current.
    before: isActive[0] || today === 0 ? await activeDaysBefore(choice.year, other) : 0,
    after: isActive.at(-1) ? await activeDaysAfter(choice.year, Number(todayDate.slice(0, 4)), other) : 0,
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

/** Gives access to earlier and later years, because streaks may extend beyond the reported year. */
interface OtherYears {
  days(year: number): Window[]
  /** True for each day on which a few timers already have enough time. Other days may be active too. */
  sampledActive(days: readonly Window[]): Promise<boolean[]>
  /** True for each active day of the window. Counts all timers. */
  countedActive(window: Window): Promise<boolean[]>
}

const windowsOf = ({ borders }: Slices): Window[] =>
  Array.from(borders.subarray(1), (to, at) => ({ from: borders[at] ?? to, to }))

/**
 * Counts the active days of a streak before the year. Reads earlier years one at a time, until a year has an inactive
 * day.
 */
async function activeDaysBefore(year: number, other: OtherYears): Promise<number> {
  let found = 0
  for (let earlier = year - 1; earlier >= EARLIEST; earlier--) {
    const days = other.days(earlier).reverse()
    const run = await runOf(days, other)
    found += run
    if (run < days.length) break
  }
  return found
}

/**
 * Counts the active days of a streak after the year. Reads later years one at a time up to the current one, until a
 * year has an inactive day.
 */
async function activeDaysAfter(year: number, thisYear: number, other: OtherYears): Promise<number> {
  let found = 0
  for (let later = year + 1; later <= thisYear; later++) {
    const days = other.days(later)
    const run = await runOf(days, other)
    found += run
    if (run < days.length) break
  }
  return found
}

/** The number of days that are counted together, starting with a day that is not certainly active. */
const TOGETHER = 31

/**
 * Returns the number of consecutive active days at the start of the list, which may be in reverse order. Reads all
 * timers only where a day is not certainly active, because a streak of years may have a million timers.
 */
async function runOf(days: readonly Window[], other: OtherYears): Promise<number> {
  const isSure = await other.sampledActive(days)
  for (let at = isSure.indexOf(false); at >= 0; at = isSure.indexOf(false, at + TOGETHER)) {
    const some = days.slice(at, at + TOGETHER)
    const [first, last] = [some[0], some.at(-1)]
    if (!first || !last) break
    const isReversed = first.from > last.from
    const isActive = await other.countedActive(
      isReversed ? { from: last.from, to: first.to } : { from: first.from, to: last.to },
    )
    const run = leadingRun(isReversed ? isActive.reverse() : isActive)
    if (run < some.length) return at + run
  }
  return days.length
}

const EARLIEST = 1900

/** Returns the index of the date: beyond the list for later dates, below 0 for earlier ones. */
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

/**
 * Returns the date at an index. Assumes that the zone skips no date in the part of a streak outside the report's year.
 */
function dateOf(place: number, all: readonly { date: string }[]): string {
  const known = all[place]?.date
  if (known !== undefined) return known
  const [near, days] = place < 0 ? [all[0], place] : [all.at(-1), place - all.length + 1]
  return Temporal.PlainDate.from(near?.date ?? '')
    .add({ days })
    .toString()
}
