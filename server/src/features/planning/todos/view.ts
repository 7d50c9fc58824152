// A todo as it is shown, put together from what the database gives: the row, its schedules, tags and settings.

import type { Tag } from '../../tags/tag.ts'
import type { Sharing } from '../../visibility/policy.ts'
import type { ScheduleState } from '../schedules/schedule.ts'
import type { IncludeReason, LinkedView, Todo, TodoView } from './todo.ts'

export interface ViewRow extends Todo {
  include_reason: IncludeReason
  visibility_level: string | null
  /** With commas between. */
  tag_ids: string | null
  /** JSON: a list of `ScheduleTuple`. */
  schedules: string
}

export type ScheduleTuple = [
  id: string,
  title: string,
  description: string | null,
  start_time: number,
  end_time: number,
  timezone: string,
  recurrence_rule: string | null,
  recurrence_end: number | null,
  state: ScheduleState,
  version: number,
  created_at: number,
  updated_at: number,
  visibility_level: string | null,
  tag_ids: string | null,
]

export interface Settings {
  todos: Map<string, Sharing>
  schedules: Map<string, Sharing>
}

/** Field by field: spreading the rows of a long list costs more than reading them. */
export const toView = (
  row: ViewRow,
  linked: readonly ScheduleTuple[],
  tags: (text: string | null) => Tag[],
  settings: Settings | undefined,
): TodoView => ({
  id: row.id,
  owner_id: row.owner_id,
  tag_group_id: row.tag_group_id,
  parent_id: row.parent_id,
  title: row.title,
  description: row.description,
  deadline: row.deadline,
  status: row.status,
  version: row.version,
  created_at: row.created_at,
  updated_at: row.updated_at,
  visibility_level: row.visibility_level,
  include_reason: row.include_reason,
  settings: settings?.todos.get(row.id) ?? null,
  tags: tags(row.tag_ids),
  schedules: linked.map(tuple =>
    toSchedule(tuple, row, tags(tuple[13]), settings?.schedules.get(tuple[0]) ?? null),
  ),
})

/** Earliest first. */
export function schedulesOf(todo: ViewRow): ScheduleTuple[] {
  if (todo.schedules === '[]') return []
  const found = JSON.parse(todo.schedules) as ScheduleTuple[]
  // Sorted here: most todos have one, and the databases would sort for each.
  return found.length > 1 ? found.sort((a, b) => a[3] - b[3] || (a[0] < b[0] ? -1 : 1)) : found
}

const toSchedule = (tuple: ScheduleTuple, todo: Todo, tags: Tag[], settings: Sharing | null): LinkedView => ({
  id: tuple[0],
  owner_id: todo.owner_id,
  title: tuple[1],
  description: tuple[2],
  start_time: tuple[3],
  end_time: tuple[4],
  timezone: tuple[5],
  recurrence_rule: tuple[6],
  recurrence_end: tuple[7],
  parent_id: null,
  instance_start: null,
  source_todo_id: todo.id,
  state: tuple[8],
  version: tuple[9],
  created_at: tuple[10],
  updated_at: tuple[11],
  visibility_level: tuple[12],
  tags,
  settings,
})
