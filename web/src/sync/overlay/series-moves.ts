// Moves of a series that the server has not done yet, as the pages show them. Pure.
import type { Schedule } from '@daymark/contract/planning/schedule'

/** One occurrence gets new times, and others of its series follow by the same difference. */
export interface SeriesMove {
  series: string
  /** The original start of the occurrence. */
  at: string
  /** Whether earlier ones stay. */
  following: boolean
  start_time: string
  end_time: string
}

/** An entry as it will be once the move is done. Occurrences that were moved on their own follow the series again. */
export function withMove(
  entry: Schedule,
  { series, at, following, start_time, end_time }: SeriesMove,
): Schedule {
  if (entry.parent_id !== series || entry.instance_start === null) return entry
  const from = Date.parse(at)
  const original = Date.parse(entry.instance_start)
  if (following && original < from) return entry
  const start = original + Date.parse(start_time) - from
  // Only a new length: what was moved on its own stays there.
  if (start === original && Date.parse(entry.start_time) !== original) return entry
  const length = Date.parse(end_time) - Date.parse(start_time)
  return {
    ...entry,
    start_time: new Date(start).toISOString(),
    end_time: new Date(start + length).toISOString(),
  }
}
