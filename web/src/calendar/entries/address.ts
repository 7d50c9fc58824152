// The API addresses an occurrence by the id of its series and its original start.
import type { Schedule } from '@daymark/contract/planning/schedule'
import { timezone } from '../../session/storage/preferences.ts'

export type ApplyTo = 'this' | 'following' | 'all'

/** Returns the series id for an occurrence, and otherwise the entry's own id. */
export const rowIdOf = (entry: Pick<Schedule, 'id' | 'parent_id'>): string => entry.parent_id ?? entry.id

export const isOccurrence = (entry: Schedule): boolean => entry.instance_start !== null

export function addressOf(entry: Schedule, applyTo: ApplyTo = 'this') {
  const params = { schedule_id: rowIdOf(entry) }
  if (entry.instance_start === null) return { params }
  // The server needs the time zone to find the midnight at which an all-day occurrence originally started.
  const query = { instance_start: entry.instance_start, apply_to: applyTo, timezone: timezone() }
  return { params, query }
}
