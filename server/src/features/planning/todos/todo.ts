import type { RepeatFrom, TodoStatus } from '@daymark/contract/planning/todo'
import type { IncludeReason } from '@daymark/contract/planning/todos'
import type { Tag } from '../../tags/tag.ts'
import type { Sharing } from '../../visibility/policy.ts'
import type { ScheduleView } from '../schedules/schedule.ts'
import { type Due, orderOf } from './due.ts'
import type { TodoTotals } from './totals.ts'

export type { IncludeReason, TodoStatus }

export interface Todo extends Due {
  id: string
  owner_id: string
  tag_group_id: string
  parent_id: string | null
  title: string
  description: string | null
  status: TodoStatus
  estimate_minutes: number | null
  /** 0 = none, 1 = low, 2 = medium, 3 = high. */
  priority: number
  /** A fractional index among the sibling todos, chosen by the client. */
  position: string | null
  /** The time when the status became DONE. Null in every other status. */
  completed_at: number | null
  recurrence_rule: string | null
  /** The time zone in which the rule repeats. */
  timezone: string
  repeat_from: RepeatFrom
  /** JSON text; null if there are none. */
  reminders: string | null
  /** All rounds of a repeating todo have the same series id. */
  series_id: string | null
  /** The position of this round in its series, starting at 1. */
  round: number
  version: number
  created_at: number
  updated_at: number
}

/** Missing fields get a default value. */
export type TodoDraft = Partial<Todo> &
  Pick<Todo, 'id' | 'owner_id' | 'tag_group_id' | 'title' | 'created_at'>

export const newTodo = (draft: TodoDraft): Todo => ({
  parent_id: null,
  description: null,
  deadline: null,
  deadline_date: null,
  status: 'UNSCHEDULED',
  estimate_minutes: null,
  priority: 0,
  position: null,
  completed_at: draft.status === 'DONE' ? draft.created_at : null,
  recurrence_rule: null,
  timezone: 'UTC',
  repeat_from: 'deadline',
  reminders: null,
  series_id: null,
  round: 1,
  version: 0,
  updated_at: draft.created_at,
  ...draft,
})

/** Keeps the completion time of a todo that was already DONE. Reopening a todo clears it. */
export function completedAt(before: Todo, status: TodoStatus, now: number): number | null {
  if (status !== 'DONE') return null
  return before.status === 'DONE' ? before.completed_at : now
}

export interface TaggedTodo extends Todo {
  /** Sorted by name. */
  tags: Tag[]
}

/** `settings` is null for private items and for other people's items. */
interface Shared {
  settings: Sharing | null
}

export type LinkedView = ScheduleView & Shared

/** A todo with its embedded data, as a viewer sees it. */
export interface TodoView extends TaggedTodo, Shared {
  visibility_level: string | null
  include_reason: IncludeReason
  /** The schedules that the viewer may see, earliest first. */
  schedules: LinkedView[]
  /** Set only if requested. Null for other people's todos. */
  totals?: TodoTotals | null
}

export interface TagCount {
  tag_id: string
  tag_name: string
  count: number
}

/** The sort keys of the default order, all ascending: status, deadline, newest first. */
export interface Ranks {
  status_rank: number
  deadline_rank: number
  newest_rank: number
}

const STATUS_ORDER: Record<TodoStatus, number> = { UNSCHEDULED: 0, SCHEDULED: 1, DONE: 2, CANCELLED: 3 }
/** Later than any instant that a client can send. */
const NO_DEADLINE = Date.UTC(9999, 0, 1)

export const ranksOf = (todo: Pick<Todo, 'status' | 'deadline' | 'deadline_date' | 'created_at'>): Ranks => ({
  status_rank: STATUS_ORDER[todo.status],
  deadline_rank: orderOf(todo) ?? NO_DEADLINE,
  newest_rank: -todo.created_at,
})

export type TodoOrder = 'default' | 'position'
export type OrderKey = [status: number, deadline: number, newest: number, id: string]
export type ManualKey = [position: string, ...OrderKey]

/** Sorts after every position. The database index for the manual order contains the same value. */
export const NO_POSITION = '\x7f'

/**
 * Ends with the id, so that todos created at the same time have a fixed order and pages neither repeat nor skip
 * them.
 */
export function orderKey(todo: Todo): OrderKey {
  const { status_rank, deadline_rank, newest_rank } = ranksOf(todo)
  return [status_rank, deadline_rank, newest_rank, todo.id]
}

export const manualKey = (todo: Todo): ManualKey => [todo.position ?? NO_POSITION, ...orderKey(todo)]
