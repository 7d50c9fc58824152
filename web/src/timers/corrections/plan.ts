import type { Schedule } from '@daymark/contract/planning/schedule'
import { instantOf, localOf } from '../../session/region/zone-time.ts'
import type { Frame } from './drag.ts'

export interface PlannedBlock {
  entry: Schedule
  start: number
  end: number
  /**
   * The row, from 0. Overlapping entries get different rows until `MOST_LANES` is reached, and then share the last one.
   */
  lane: number
}

/** More rows would leave no space for the periods. */
const MOST_LANES = 3

/** Returns the user's own timed entries in order. All-day entries would cover the whole track. */
export function plannedIn(entries: readonly Schedule[], { from, to }: Frame): PlannedBlock[] {
  const ends: number[] = []
  return entries
    .filter(entry => !entry.is_shared && !entry.all_day)
    .map(entry => ({ entry, start: Date.parse(entry.start_time), end: Date.parse(entry.end_time) }))
    .filter(({ start, end }) => start < to && end > from)
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
    .map(block => {
      const free = ends.findIndex(end => end <= block.start)
      const lane = Math.min(free < 0 ? ends.length : free, MOST_LANES - 1)
      ends[lane] = Math.max(block.end, ends[lane] ?? 0)
      return { ...block, lane }
    })
}

const HOUR_MS = 3_600_000
const STEPS_MS = [0.5, 1, 2, 3, 6, 12, 24, 48, 120, 240].map(hours => hours * HOUR_MS)
const MOST_MARKS = 5

/** Returns up to five round local times. The steps are in local time, so that they stay round across a clock change. */
export function marksIn({ from, to }: Frame, zone: string): number[] {
  const step = STEPS_MS.find(each => (to - from) / each <= MOST_MARKS) ?? to - from
  const { date, time } = localOf(from, zone)
  const [midnight, start] = [Date.parse(`${date}T00:00Z`), Date.parse(`${date}T${time}Z`)]
  const first = midnight + Math.ceil((start - midnight) / step) * step
  const marks = Array.from({ length: MOST_MARKS + 2 }, (_, at) => {
    const [date = '', time = ''] = new Date(first + at * step).toISOString().split('T')
    return instantOf({ date, time: time.slice(0, 5) }, zone)
  })
  return [...new Set(marks)].filter(each => each >= from && each <= to).slice(0, MOST_MARKS)
}
