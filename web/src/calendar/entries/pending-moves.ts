// Moves of a series that can still be undone: shown at once, sent when the time for "Undo" is over.
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

const PREFIX = 'move '

/** Stands among the ids of pending deletes, which every page follows. */
export const moveId = (move: SeriesMove): string => PREFIX + JSON.stringify(move)

export const movesIn = (pending: ReadonlySet<string>): SeriesMove[] =>
  [...pending].filter(id => id.startsWith(PREFIX)).map(id => JSON.parse(id.slice(PREFIX.length)))

/** Entries as they will be once the moves were sent. Occurrences that were moved on their own follow the series again. */
export function withMoves(entries: readonly Schedule[], moves: readonly SeriesMove[]): readonly Schedule[] {
  if (moves.length === 0) return entries
  return entries.map(entry => moves.reduce(moved, entry))
}

function moved(entry: Schedule, { series, at, following, start_time, end_time }: SeriesMove): Schedule {
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
