// The time of a timer, or of the occurrences of a schedule, as reports count it. Pure.
import type { Grouping } from '@daymark/contract/reports/time'
import type { Spans } from './spans.ts'

export type Side = 'actual' | 'planned'

export interface Entry {
  side: Side
  /** The effective tags without duplicates. */
  tag_ids: readonly string[]
  todo_id: string | null
  schedule_id: string | null
  /** The spans in the period. */
  spans: Spans
  /**
   * True if each span counts as one entry, like an occurrence. False if all spans are one entry, like the segments of
   * a timer.
   */
  each: boolean
}

export interface EntryFilter {
  /** The entry must have all of these tags. */
  tag_ids: readonly string[]
  /** The entry must have a tag of one of these groups. An empty list allows every entry. */
  group_ids: readonly string[]
  /** The entry must belong to one of these todos. */
  todo_ids: ReadonlySet<string> | undefined
}

/** The group of each tag. */
export type GroupOfTag = ReadonlyMap<string, string>

/** Removes duplicates. Most items inherit no tags, so their own list is returned. */
export function effectiveTags(
  own: readonly string[],
  ...inherited: readonly (readonly string[] | undefined)[]
): readonly string[] {
  const more = inherited.filter(list => list !== undefined && list.length > 0)
  if (more.length === 0) return own
  return [...new Set([own, ...more].flat())] as string[]
}

export const matches = (entry: Entry, { tag_ids, group_ids, todo_ids }: EntryFilter, groups: GroupOfTag) =>
  tag_ids.every(id => entry.tag_ids.includes(id)) &&
  (group_ids.length === 0 || entry.tag_ids.some(id => group_ids.includes(groups.get(id) ?? ''))) &&
  (!todo_ids || (entry.todo_id !== null && todo_ids.has(entry.todo_id)))

/** Keys of rows that have no item. */
export const UNTAGGED = 'untagged'
export const NO_TODO = 'no_todo'
export const NO_SCHEDULE = 'no_schedule'
export const ALL = 'all'

/**
 * Returns the row keys of an entry. Rows of weekdays and hours depend on the time instead, so it returns none for
 * them.
 */
export function rowKeys(entry: Entry, by: Grouping, groups: GroupOfTag): readonly string[] {
  if (by === 'tag') return entry.tag_ids.length > 0 ? entry.tag_ids : [UNTAGGED]
  if (by === 'tag_group') {
    const found = new Set(entry.tag_ids.flatMap(id => groups.get(id) ?? []))
    return found.size > 0 ? [...found] : [UNTAGGED]
  }
  if (by === 'todo') return [entry.todo_id ?? NO_TODO]
  if (by === 'schedule') return [entry.schedule_id ?? NO_SCHEDULE]
  return by === 'none' ? [ALL] : []
}
