// Time that a report counts: of a timer, or of the occurrences of a schedule. Pure.
import type { Grouping } from '@daymark/contract/reports/time'
import type { Spans } from './spans.ts'

export type Side = 'actual' | 'planned'

export interface Entry {
  side: Side
  /** The effective tags, each once. */
  tag_ids: readonly string[]
  todo_id: string | null
  schedule_id: string | null
  /** In the period. */
  spans: Spans
  /** True if each span is an entry of its own, like an occurrence; false if all are one, like a timer's segments. */
  each: boolean
}

export interface EntryFilter {
  /** The entry must have all of these tags. */
  tag_ids: readonly string[]
  /** The entry must have a tag of one of these groups, unless there are none. */
  group_ids: readonly string[]
  /** The entry must belong to one of these todos. */
  todo_ids: ReadonlySet<string> | undefined
}

/** The group of each tag. */
export type GroupOfTag = ReadonlyMap<string, string>

/** Without repetitions. Most items inherit nothing, so their own list is returned. */
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

/** The keys of rows that are not about an item. */
export const UNTAGGED = 'untagged'
export const NO_TODO = 'no_todo'
export const NO_SCHEDULE = 'no_schedule'
export const ALL = 'all'

/** Returns the rows of an entry. For weekdays and hours there are none, because they depend on the time. */
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
