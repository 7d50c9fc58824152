// Entries are timers and schedule occurrences. Pure.
import type { Grouping } from '@daymark/contract/reports/time'
import type { Spans } from './spans.ts'

export type Side = 'actual' | 'planned'

export interface Entry {
  side: Side
  /** The item's own and inherited tags, without duplicates. */
  tag_ids: readonly string[]
  todo_id: string | null
  schedule_id: string | null
  /** The parts of the item within the period. */
  spans: Spans
  /**
   * True if each span counts as one entry (occurrences of a schedule). False if all spans together count as one
   * entry (segments of a timer).
   */
  each: boolean
}

export interface EntryFilter {
  /** Only entries with all of these tags match. */
  tag_ids: readonly string[]
  /** Only entries with a tag in one of these groups match. An empty list matches every entry. */
  group_ids: readonly string[]
  /** Only entries of these todos match. If undefined, every entry matches. */
  todo_ids: ReadonlySet<string> | undefined
}

/** Maps tag ids to group ids. */
export type GroupOfTag = ReadonlyMap<string, string>

const NOTHING: readonly string[] = []

/**
 * Combines own and inherited tags without duplicates. If the tags come from only one source, as for most items, returns
 * its list unchanged.
 */
export function effectiveTags(
  own: readonly string[],
  inherited: readonly string[],
  more: readonly string[] = NOTHING,
): readonly string[] {
  if (more.length === 0) {
    if (inherited.length === 0) return own
    if (own.length === 0) return inherited
  } else if (own.length === 0 && inherited.length === 0) return more
  return [...new Set([...own, ...inherited, ...more])]
}

export const matches = (entry: Entry, { tag_ids, group_ids, todo_ids }: EntryFilter, groups: GroupOfTag) =>
  tag_ids.every(id => entry.tag_ids.includes(id)) &&
  (group_ids.length === 0 || entry.tag_ids.some(id => group_ids.includes(groups.get(id) ?? ''))) &&
  (!todo_ids || (entry.todo_id !== null && todo_ids.has(entry.todo_id)))

/** Row keys for entries without a tag, todo or schedule, and for the single row of an ungrouped report. */
export const UNTAGGED = 'untagged'
export const NO_TODO = 'no_todo'
export const NO_SCHEDULE = 'no_schedule'
export const ALL = 'all'
const ONLY_UNTAGGED = [UNTAGGED]
const ONLY_ALL = [ALL]

/** Returns the keys of an entry's rows. Returns none for weekday and hour rows, which depend on each span's time. */
export function rowKeys(entry: Entry, by: Grouping, groups: GroupOfTag): readonly string[] {
  if (by === 'tag') return entry.tag_ids.length > 0 ? entry.tag_ids : ONLY_UNTAGGED
  if (by === 'tag_group') {
    const found = new Set(entry.tag_ids.flatMap(id => groups.get(id) ?? []))
    return found.size > 0 ? [...found] : ONLY_UNTAGGED
  }
  if (by === 'todo') return [entry.todo_id ?? NO_TODO]
  if (by === 'schedule') return [entry.schedule_id ?? NO_SCHEDULE]
  return by === 'none' ? ONLY_ALL : NOTHING
}
