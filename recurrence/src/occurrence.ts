/** The fields that determine when a schedule happens. Instants are epoch milliseconds. */
export interface Series {
  readonly start_time: number
  readonly end_time: number
  /** The IANA zone in which the rule repeats, unless the series is all-day. */
  readonly timezone: string
  /** If true, start and end are UTC midnights that represent dates. */
  readonly all_day?: boolean | undefined
  readonly recurrence_rule: string
  readonly recurrence_end: number | null
}

/** DST changes do not affect dates, so an all-day series repeats in UTC. */
export const repeatsIn = ({ all_day, timezone }: Pick<Series, 'all_day' | 'timezone'>): string =>
  all_day ? 'UTC' : timezone

export interface Occurrence {
  /** The original start, which identifies the occurrence even after a move. */
  readonly instance_start: number
  readonly start_time: number
  readonly end_time: number
}

/** A half-open range: an item that ends at `from` or starts at `to` is outside. */
export interface Window {
  readonly from: number
  readonly to: number
}

/** A zero-length item overlaps if its instant is in the window. */
export function overlaps(item: { start_time: number; end_time: number }, window: Window): boolean {
  if (item.start_time === item.end_time) return item.start_time >= window.from && item.start_time < window.to
  return item.start_time < window.to && item.end_time > window.from
}
