// Builds a todo for display from the database's results: the row, its schedules, tags and settings.
import type { Tag } from '../../tags/tag.ts'
import type { Sharing } from '../../visibility/policy.ts'
import type { EmbeddedSchedule } from '../schedules/view-store.ts'
import type { IncludeReason, Todo, TodoView } from './todo.ts'

export interface ViewRow extends Todo {
  include_reason: IncludeReason
  visibility_level: string | null
  /** Comma-separated. */
  tag_ids: string | null
  /** JSON: a list of what `toEmbedded` reads. */
  schedules: string
}

export interface Settings {
  todos: Map<string, Sharing>
  schedules: Map<string, Sharing>
}

/** Spreads the row first and adds fields afterwards, which is the only fast order: a list has thousands of them. */
export const toView = (
  row: ViewRow,
  linked: readonly EmbeddedSchedule[],
  tags: (ids: string | null) => Tag[],
  settings: Settings | undefined,
): TodoView => ({
  ...row,
  settings: settings?.todos.get(row.id) ?? null,
  tags: tags(row.tag_ids),
  schedules: linked.map(schedule => ({
    ...schedule,
    parent_id: null,
    instance_start: null,
    settings: settings?.schedules.get(schedule.id) ?? null,
    tags: tags(schedule.tag_ids),
  })),
})
