// Local time <-> instant by a table of a zone's transitions: Temporal takes microseconds a call, and one
// window may hold 10,000 occurrences. Local times are milliseconds as if the local clock showed UTC.
import { boundedCache } from './bounded-cache.ts'

/** Segment i lasts until ends[i] (exclusive), where the local clock shows local_ends[i]. */
export interface ZoneOffsets {
  readonly ends: Float64Array
  readonly local_ends: Float64Array
  readonly offsets: Float64Array
}

/** Local times that the clock skips: from (inclusive) to (exclusive). */
export interface Gap {
  readonly from: number
  readonly to: number
}

const TABLE_FROM = Date.UTC(1899, 0, 1)
const TABLE_TO = Date.UTC(2202, 0, 1)

const tables = boundedCache<ZoneOffsets>(256)

export function zoneOffsets(timezone: string): ZoneOffsets {
  return tables.get(timezone, () => buildTable(timezone))
}

function buildTable(timezone: string): ZoneOffsets {
  const ends: number[] = []
  const offsets: number[] = []
  let segment = Temporal.Instant.fromEpochMilliseconds(TABLE_FROM).toZonedDateTimeISO(timezone)
  for (;;) {
    offsets.push(segment.offsetNanoseconds / 1e6)
    const next = segment.getTimeZoneTransition('next')
    if (next === null || next.epochMilliseconds > TABLE_TO) break
    ends.push(next.epochMilliseconds)
    segment = next
  }
  ends.push(Number.POSITIVE_INFINITY)
  const localEnds = ends.map((end, index) => end + (offsets[index] ?? 0))
  return {
    ends: Float64Array.from(ends),
    local_ends: Float64Array.from(localEnds),
    offsets: Float64Array.from(offsets),
  }
}

function firstAbove(sorted: Float64Array, value: number): number {
  let low = 0
  let high = sorted.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) > value) high = middle
    else low = middle + 1
  }
  return low
}

export function toLocal(zone: ZoneOffsets, instant: number): number {
  return instant + (zone.offsets[firstAbove(zone.ends, instant)] ?? 0)
}

/** The first instant at which the clock shows this time, or null when it never does. */
export function toInstant(zone: ZoneOffsets, local: number): number | null {
  const segment = firstAbove(zone.local_ends, local)
  const instant = local - (zone.offsets[segment] ?? 0)
  return segment > 0 && instant < (zone.ends[segment - 1] ?? 0) ? null : instant
}

/** As toInstant; a skipped time is read with the offset before the gap, as RFC 5545 reads a written one. */
export function toInstantOrAfterGap(zone: ZoneOffsets, local: number): number {
  const segment = firstAbove(zone.local_ends, local)
  return toInstant(zone, local) ?? local - (zone.offsets[segment - 1] ?? 0)
}

/** As toInstant; a skipped time is the last moment before the gap, so that nothing behind it is included. */
export function toInstantOrBeforeGap(zone: ZoneOffsets, local: number): number {
  const segment = firstAbove(zone.local_ends, local)
  return toInstant(zone, local) ?? (zone.ends[segment - 1] ?? 0) - 1
}

/** The gaps that begin before `to` and end after `from`. */
export function gapsBetween(zone: ZoneOffsets, from: number, to: number): Gap[] {
  const gaps: Gap[] = []
  const first = Math.max(0, firstAbove(zone.local_ends, from) - 1)
  for (let segment = first; segment < zone.ends.length - 1; segment++) {
    const gapFrom = zone.local_ends[segment] ?? 0
    if (gapFrom >= to) break
    const gapTo = (zone.ends[segment] ?? 0) + (zone.offsets[segment + 1] ?? 0)
    if (gapTo > gapFrom && gapTo > from) gaps.push({ from: gapFrom, to: gapTo })
  }
  return gaps
}
