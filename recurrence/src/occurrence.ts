// Types of a recurring series and its occurrences, and a function that checks if an occurrence overlaps a window.

/** The fields of a schedule that decide when it happens; instants are epoch milliseconds. */
export interface Series {
  readonly start_time: number
  readonly end_time: number
  /** IANA name of the zone in which the rule repeats */
  readonly timezone: string
  /** All-day: start and end are UTC midnights that represent dates. */
  readonly all_day?: boolean | undefined
  readonly recurrence_rule: string
  readonly recurrence_end: number | null
}

/** Dates are not affected by clock changes, so an all-day series repeats in UTC. */
export const repeatsIn = ({ all_day, timezone }: Pick<Series, 'all_day' | 'timezone'>): string =>
  all_day ? 'UTC' : timezone

export interface Occurrence {
  /** the original start, which identifies the occurrence even after a move */
  readonly instance_start: number
  readonly start_time: number
  readonly end_time: number
}

/** A half-open range: an item that ends at the window's start, or starts at its end, is outside. */
export interface Window {
  readonly from: number
  readonly to: number
}

/** A zero-length item overlaps if its instant is in the window. */
export function overlaps(item: { start_time: number; end_time: number }, window: Window): boolean {
  if (item.start_time === item.end_time) return item.start_time >= window.from && item.start_time < window.to
  return item.start_time < window.to && item.end_time > window.from
}
