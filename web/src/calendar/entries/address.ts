// How an entry is addressed: an occurrence by its series and its original start.
import type { Schedule } from '@daymark/contract/planning/schedule'

export type ApplyTo = 'this' | 'following' | 'all'

/** The row behind an entry: an occurrence has none of its own. */
export const rowIdOf = (entry: Pick<Schedule, 'id' | 'parent_id'>): string => entry.parent_id ?? entry.id

export const isOccurrence = (entry: Schedule): boolean => entry.instance_start !== null

export function addressOf(entry: Schedule, applyTo: ApplyTo = 'this') {
  const params = { schedule_id: rowIdOf(entry) }
  if (entry.instance_start === null) return { params }
  return { params, query: { instance_start: entry.instance_start, apply_to: applyTo } }
}
