// Todos in the domain model, and their order in lists.
import type { TodoStatus } from '@daymark/contract/planning/todo'
import type { IncludeReason } from '@daymark/contract/planning/todos'
import type { Tag } from '../../tags/tag.ts'
import type { Sharing } from '../../visibility/policy.ts'
import type { ScheduleView } from '../schedules/schedule.ts'

export type { IncludeReason, TodoStatus }

export interface Todo {
  id: string
  owner_id: string
  tag_group_id: string
  parent_id: string | null
  title: string
  description: string | null
  deadline: number | null
  status: TodoStatus
  version: number
  created_at: number
  updated_at: number
}

/** Everything else has a default. */
export type TodoDraft = Partial<Todo> &
  Pick<Todo, 'id' | 'owner_id' | 'tag_group_id' | 'title' | 'created_at'>

export const newTodo = (draft: TodoDraft): Todo => ({
  parent_id: null,
  description: null,
  deadline: null,
  status: 'UNSCHEDULED',
  version: 0,
  updated_at: draft.created_at,
  ...draft,
})

export interface TaggedTodo extends Todo {
  /** By name. */
  tags: Tag[]
}

/** Sharing settings; null for private items and for items of others. */
interface Shared {
  settings: Sharing | null
}

export type LinkedView = ScheduleView & Shared

/** A todo with everything that is shown with it. */
export interface TodoView extends TaggedTodo, Shared {
  visibility_level: string | null
  include_reason: IncludeReason
  /** The schedules that the viewer may see, earliest first. */
  schedules: LinkedView[]
}

export interface TagCount {
  tag_id: string
  tag_name: string
  count: number
}

/** The position in the default order as ascending numbers: status, deadline, newest first. */
export interface Ranks {
  status_rank: number
  deadline_rank: number
  newest_rank: number
}

const STATUS_ORDER: Record<TodoStatus, number> = { UNSCHEDULED: 0, SCHEDULED: 1, DONE: 2, CANCELLED: 3 }
/** After every instant that a client can write. */
const NO_DEADLINE = Date.UTC(9999, 0, 1)

export const ranksOf = (todo: Pick<Todo, 'status' | 'deadline' | 'created_at'>): Ranks => ({
  status_rank: STATUS_ORDER[todo.status],
  deadline_rank: todo.deadline ?? NO_DEADLINE,
  newest_rank: -todo.created_at,
})

export type OrderKey = [status: number, deadline: number, newest: number, id: string]

/** Todos created at the same time are ordered by id, so that the order is total and pages add up. */
export function orderKey(todo: Todo): OrderKey {
  const { status_rank, deadline_rank, newest_rank } = ranksOf(todo)
  return [status_rank, deadline_rank, newest_rank, todo.id]
}
