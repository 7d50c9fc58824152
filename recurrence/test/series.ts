import type { Series } from '../src/occurrence.ts'

export const NEW_YORK = 'America/New_York'

export function at(local: string, zone = NEW_YORK): number {
  return Temporal.PlainDateTime.from(local).toZonedDateTime(zone).epochMilliseconds
}

/** Formats an instant as a local time in the zone, to the minute. */
export function shown(instant: number, zone = NEW_YORK): string {
  const local = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDateTime()
  return local.toString({ smallestUnit: 'minute' })
}

export interface SeriesOptions {
  readonly hours?: number
  readonly zone?: string
  readonly end?: string
}

export function seriesFrom(start: string, recurrence_rule: string, options: SeriesOptions = {}): Series {
  const { hours = 1, zone: timezone = NEW_YORK, end } = options
  const start_time = at(start, timezone)
  const end_time = start_time + hours * 3_600_000
  const recurrence_end = end === undefined ? null : at(end, timezone)
  return { start_time, end_time, timezone, recurrence_rule, recurrence_end }
}
