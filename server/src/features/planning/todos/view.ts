import type { Tag } from '../../tags/tag.ts'
import type { Sharing } from '../../visibility/policy.ts'
import type { EmbeddedSchedule } from '../schedules/view-store.ts'
import type { IncludeReason, Todo, TodoView } from './todo.ts'

export interface ViewRow extends Todo {
  include_reason: IncludeReason
  visibility_level: string | null
  /** Comma-separated tag ids. */
  tag_ids: string | null
  /** A JSON array of the arrays that `toEmbedded` reads. */
  schedules: string
}

export interface Settings {
  todos: Map<string, Sharing>
  schedules: Map<string, Sharing>
}

/** Spreads the row first, because another order is much slower in V8 and a list may have thousands of todos. */
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
