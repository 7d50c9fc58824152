import type { BucketUnit } from '@daymark/contract/reports/time'
import type { Window } from '@daymark/recurrence/occurrence'
import { DAY_MS, weekdayOf } from '@daymark/recurrence/year'
import { toLocal, zoneOffsets } from '@daymark/recurrence/zone-offsets'
import { dateAt, startOfDate } from '../../planning/schedules/all-day/dates.ts'

type Named = { readonly name: string }

const HOUR_MS = 3_600_000

/** Returns the start of each bucket. The first bucket starts with the period, even in the middle of a week or month. */
export function bucketStarts(unit: BucketUnit, window: Window, zone: Named, weekStart: number): number[] {
  if (unit === 'none') return [window.from]
  if (unit === 'hour') return hourStarts(window, zone)
  const starts = [window.from]
  // Starts two days early, because clocks that are set back across midnight make the previous date occur again.
  let date = firstOf(unit, dateAt(window.from, zone) - 2 * DAY_MS, weekStart)
  for (;;) {
    const start = startOfDate(date, zone)
    if (start >= window.to) return starts
    // A date that the time zone skipped gets no bucket.
    if (start > (starts.at(-1) ?? 0)) starts.push(start)
    date = firstOfNext(unit, date)
  }
}

/** Returns the start of each hour. An hour ends at the next full hour in local time or at a clock change. */
function hourStarts({ from, to }: Window, { name }: Named): number[] {
  const offsets = zoneOffsets(name)
  const starts = [from]
  let start = from
  for (const end of [...offsets.ends].filter(each => each > from && each < to).concat(to)) {
    const local = toLocal(offsets, start)
    let next = start + (Math.floor(local / HOUR_MS) + 1) * HOUR_MS - local
    for (; next < end; next += HOUR_MS) starts.push(next)
    if (end < to) starts.push(end)
    start = end
  }
  return starts
}

/** Returns the weekday (0 = Monday) of each day, given the day's first instant. */
export function weekdaysOf(dayStarts: readonly number[], zone: Named): number[] {
  return dayStarts.map(start => {
    let date = dateAt(start, zone) + DAY_MS
    // Uses the latest date that has begun, because clocks that are set back across midnight make the previous
    // date occur again.
    while (startOfDate(date, zone) > start) date -= DAY_MS
    return weekdayOf(date / DAY_MS)
  })
}

export function hoursOf(starts: readonly number[], { name }: Named): number[] {
  const offsets = zoneOffsets(name)
  return starts.map(start => Math.floor((((toLocal(offsets, start) % DAY_MS) + DAY_MS) % DAY_MS) / HOUR_MS))
}

/** Returns the first date of the bucket that contains the date. Dates are midnight UTC. */
function firstOf(unit: Exclude<BucketUnit, 'hour' | 'none'>, date: number, weekStart: number): number {
  if (unit === 'day') return date
  if (unit === 'week') return date - ((weekdayOf(date / DAY_MS) - weekStart + 7) % 7) * DAY_MS
  const day = new Date(date)
  return Date.UTC(day.getUTCFullYear(), unit === 'year' ? 0 : day.getUTCMonth(), 1)
}

function firstOfNext(unit: Exclude<BucketUnit, 'hour' | 'none'>, date: number): number {
  if (unit === 'day' || unit === 'week') return date + (unit === 'day' ? 1 : 7) * DAY_MS
  const day = new Date(date)
  return unit === 'year'
    ? Date.UTC(day.getUTCFullYear() + 1, 0, 1)
    : Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 1)
}
