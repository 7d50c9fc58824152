// Converts between local time and instants with a table of a zone's transitions, because Temporal takes
// microseconds per call and a window can have 10,000 occurrences. Local times are milliseconds, as if the local
// clock showed UTC.
import { boundedCache } from './bounded-cache.ts'

/**
 * A zone's segments with a constant offset. Segment i lasts until ends[i] (exclusive), when the local clock shows
 * local_ends[i].
 */
export interface ZoneOffsets {
  readonly ends: Float64Array
  readonly local_ends: Float64Array
  readonly offsets: Float64Array
  /** The last lookup's segment. Expansion moves forward, so the next lookup is nearly always in the same segment. */
  recent: number
}

/** The local times that a transition skips. `from` is inclusive, and `to` is exclusive. */
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
    recent: 0,
  }
}

/** Returns the first segment that ends after `value`. Pass `ends` for instants and `local_ends` for local times. */
function segmentAt(zone: ZoneOffsets, ends: Float64Array, value: number): number {
  const { recent } = zone
  if (value < (ends[recent] ?? 0) && (recent === 0 || value >= (ends[recent - 1] ?? 0))) return recent
  let low = 0
  let high = ends.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ends[middle] ?? 0) > value) high = middle
    else low = middle + 1
  }
  zone.recent = low
  return low
}

export function toLocal(zone: ZoneOffsets, instant: number): number {
  return instant + (zone.offsets[segmentAt(zone, zone.ends, instant)] ?? 0)
}

/** Returns the first instant with this local time, or null if the local time does not exist. */
export function toInstant(zone: ZoneOffsets, local: number): number | null {
  const segment = segmentAt(zone, zone.local_ends, local)
  const instant = local - (zone.offsets[segment] ?? 0)
  return segment > 0 && instant < (zone.ends[segment - 1] ?? 0) ? null : instant
}

/** Like toInstant, but reads a skipped local time with the offset before the gap, as RFC 5545 requires. */
export function toInstantOrAfterGap(zone: ZoneOffsets, local: number): number {
  const segment = segmentAt(zone, zone.local_ends, local)
  return toInstant(zone, local) ?? local - (zone.offsets[segment - 1] ?? 0)
}

/**
 * Like toInstant, but maps a skipped local time to the last instant before the gap. An UNTIL inside the gap then
 * excludes everything after the gap.
 */
export function toInstantOrBeforeGap(zone: ZoneOffsets, local: number): number {
  const segment = segmentAt(zone, zone.local_ends, local)
  return toInstant(zone, local) ?? (zone.ends[segment - 1] ?? 0) - 1
}

const NO_GAPS: readonly Gap[] = []

/** Returns the gaps that begin before `to` and end after `from`. */
export function gapsBetween(zone: ZoneOffsets, from: number, to: number): readonly Gap[] {
  const { ends, local_ends, offsets } = zone
  const segment = segmentAt(zone, local_ends, from)
  const before = (ends[segment - 1] ?? 0) + (offsets[segment] ?? 0)
  if ((local_ends[segment] ?? 0) >= to && (segment === 0 || before <= from)) return NO_GAPS
  const gaps: Gap[] = []
  for (let at = Math.max(0, segment - 1); (local_ends[at] ?? to) < to; at++) {
    const gap = { from: local_ends[at] ?? 0, to: (ends[at] ?? 0) + (offsets[at + 1] ?? 0) }
    if (gap.to > gap.from && gap.to > from) gaps.push(gap)
  }
  return gaps
}
