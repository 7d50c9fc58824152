// Divides a period into slices. Each slice belongs to one bucket and, if rows are weekdays or hours, to one row.
// Pure.
import type { BucketUnit, Grouping } from '@daymark/contract/reports/time'
import type { Window } from '@daymark/recurrence/occurrence'
import { bucketStarts, hoursOf, weekdaysOf } from './buckets.ts'

export interface SliceOptions {
  bucket: BucketUnit
  group_by: Grouping
  week_start: number
  zone: { readonly name: string }
}

export interface Slices {
  window: Window
  /** The start of each bucket. */
  buckets: readonly number[]
  /** The start of each slice, and the end of the period as the last element. */
  borders: Float64Array
  /** Bucket index of each slice. */
  bucketOf: Int32Array
  /** Weekday or hour of each slice. Undefined if rows are neither. */
  rowOf: Int32Array | undefined
}

export function slicesOf(window: Window, options: SliceOptions): Slices {
  const { bucket, group_by, week_start, zone } = options
  const buckets = bucketStarts(bucket, window, zone, week_start)
  const unit = group_by === 'weekday' ? 'day' : group_by === 'hour_of_day' ? 'hour' : undefined
  const rowStarts = unit ? bucketStarts(unit, window, zone, week_start) : []
  const starts = rowStarts.length > 0 ? inOrder(buckets, rowStarts) : buckets
  const labels = group_by === 'weekday' ? weekdaysOf(rowStarts, zone) : hoursOf(rowStarts, zone)
  return {
    window,
    buckets,
    borders: Float64Array.from([...starts, window.to]),
    bucketOf: places(starts, buckets),
    rowOf: unit && places(starts, rowStarts).map(at => labels[at] ?? 0),
  }
}

/**
 * Returns the index of the last slice that starts at or before the instant. `near` is a guess, such as the
 * previous result.
 */
export function sliceAt(borders: Float64Array, instant: number, near: number): number {
  if (instant >= (borders[near] ?? 0)) {
    if (instant < (borders[near + 1] ?? 0)) return near
    if (instant < (borders[near + 2] ?? 0)) return near + 1
  }
  let low = 0
  let high = borders.length - 2
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((borders[middle] ?? 0) <= instant) low = middle
    else high = middle - 1
  }
  return low
}

const inOrder = (a: readonly number[], b: readonly number[]): number[] =>
  [...new Set([...a, ...b])].sort((x, y) => x - y)

/** For each start, returns the index of the part that contains it. */
function places(starts: readonly number[], parts: readonly number[]): Int32Array {
  let at = 0
  return Int32Array.from(starts, start => {
    while ((parts[at + 1] ?? Number.POSITIVE_INFINITY) <= start) at++
    return at
  })
}
