// Free time is the working hours of each day, minus planned entries.
import type { WorkingHours, WorkingRange } from '../people/preferences.ts'

export interface Span {
  from: number
  to: number
}

export interface Search {
  /** `first` and `last` are the first and the last date of the search, both included. */
  first: string
  last: string
  timezone: string
  /** Null if the person has not set working hours. */
  hours: WorkingHours | null
  busy: readonly Span[]
  /** Time before this moment does not count as free. */
  earliest: number
  /** The minimum length of a free span. */
  length_ms: number
}

/** The default for people who have not set working hours: Monday to Friday. */
const USUAL: WorkingRange[] = [{ start: '09:00', end: '17:00' }]
const USUAL_DAYS = 5
/** Free slots begin at multiples of this step. */
const STEP_MS = 5 * 60_000

/** Returns the free spans in chronological order. */
export function freeSlots(search: Search): Span[] {
  const { first, last, earliest, length_ms } = search
  const busy = search.busy.toSorted((a, b) => a.from - b.from)
  const end = Temporal.PlainDate.from(last)
  const found: Span[] = []
  for (
    let day = Temporal.PlainDate.from(first);
    Temporal.PlainDate.compare(day, end) <= 0;
    day = day.add({ days: 1 })
  ) {
    for (const range of rangesOf(search.hours, day.dayOfWeek - 1)) {
      const span = { from: at(day, range.start, search.timezone), to: at(day, range.end, search.timezone) }
      for (const gap of gapsIn(span, busy)) {
        const from = roundUp(Math.max(gap.from, earliest))
        if (gap.to - from >= length_ms) found.push({ from, to: gap.to })
      }
    }
  }
  return found
}

function rangesOf(hours: WorkingHours | null, weekday: number): readonly WorkingRange[] {
  if (hours === null) return weekday < USUAL_DAYS ? USUAL : []
  return hours[String(weekday) as keyof WorkingHours] ?? []
}

function at(day: Temporal.PlainDate, time: string, timezone: string): number {
  const [date, plainTime] = time === '24:00' ? [day.add({ days: 1 }), '00:00'] : [day, time]
  return date.toZonedDateTime({ timeZone: timezone, plainTime }).epochMilliseconds
}

/** Returns the parts of a span that no busy span covers. Expects `busy` sorted by start. */
function gapsIn({ from, to }: Span, busy: readonly Span[]): Span[] {
  const gaps: Span[] = []
  let free = from
  for (const each of busy) {
    if (each.to <= free || each.from >= to) continue
    if (each.from > free) gaps.push({ from: free, to: each.from })
    free = Math.max(free, each.to)
  }
  if (free < to) gaps.push({ from: free, to })
  return gaps
}

const roundUp = (ms: number): number => Math.ceil(ms / STEP_MS) * STEP_MS
