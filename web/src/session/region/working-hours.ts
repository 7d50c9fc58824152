import type { WorkingHours, WorkingRange } from '@daymark/contract/people/preferences'
import { readPreference } from '../storage/preferences.ts'

/** `0` is Monday. */
export const WEEKDAYS = ['0', '1', '2', '3', '4', '5', '6'] as const
export type Weekday = (typeof WEEKDAYS)[number]

export const USUAL_RANGE: WorkingRange = { start: '09:00', end: '17:00' }

/** The initial value of "Set working hours": Monday to Friday, 9 to 5. */
export const usualHours = (): WorkingHours =>
  Object.fromEntries(WEEKDAYS.slice(0, 5).map(day => [day, [USUAL_RANGE]]))

/** Returns undefined if no working hours are set. */
export function workingHours(): WorkingHours | undefined {
  try {
    return JSON.parse(readPreference('working-hours') ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/**
 * True if the ranges are complete, ordered and do not overlap, as the server requires. A cleared time field is an empty
 * string.
 */
export const areValid = (ranges: readonly WorkingRange[]): boolean =>
  ranges.every(({ start, end }, at) => start !== '' && start < end && (ranges[at - 1]?.end ?? '') <= start)

export const sortedRanges = (ranges: readonly WorkingRange[]): WorkingRange[] =>
  ranges.toSorted((a, b) => (a.start < b.start ? -1 : 1))

/** Suggests a range after the day's last one. Returns undefined if the last one ends at 22:00 or later. */
export function nextRange(ranges: readonly WorkingRange[]): WorkingRange | undefined {
  const last = ranges.at(-1)
  if (!last) return USUAL_RANGE
  const hour = Number(last.end.slice(0, 2)) + 1
  const text = (each: number) => `${String(each).padStart(2, '0')}:00`
  return hour > 22 ? undefined : { start: text(hour), end: text(hour + 1) }
}
