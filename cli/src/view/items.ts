// The JSON shapes of items are stable: new fields may be added, but no field is renamed or removed.
import { elapsedMs, type OutboxEntry, type Schedule, type Tag, type Timer, type Todo } from '@daymark/client'

export interface TodoShape {
  id: string
  title: string
  status: Todo['status']
  /** A UTC datetime or a date. Null without a deadline. */
  due: string | null
  priority: number
  estimate_minutes: number | null
  list: string | null
  tags: string[]
  /** True if the todo has changes that the server has not answered yet. */
  pending: boolean
}

export interface EntryShape {
  id: string
  title: string
  /** A UTC datetime, or a date for an all-day entry. */
  start: string
  /** A UTC datetime, or the date after the last day of an all-day entry. */
  end: string
  all_day: boolean
  tags: string[]
  pending: boolean
}

export interface TimerShape {
  id: string
  title: string | null
  status: Timer['status']
  elapsed_seconds: number
  planned_seconds: number
  started_at: string | null
  todo_id: string | null
  tags: string[]
  pending: boolean
}

type Named = { get(id: string): { name: string } | undefined }

const utc = (time: string): string => new Date(time).toISOString()
const namesOf = (tags: readonly Tag[]): string[] => tags.map(({ name }) => name)

/** The ids of items with writes that are waiting or being sent. */
export const pendingIds = (entries: readonly OutboxEntry[]): ReadonlySet<string> =>
  new Set(
    entries.flatMap(({ id, state }) =>
      id !== null && (state === 'waiting' || state === 'sending') ? [id] : [],
    ),
  )

export const todoShape = (todo: Todo, groups: Named, pending: ReadonlySet<string>): TodoShape => ({
  id: todo.id,
  title: todo.title,
  status: todo.status,
  due: todo.deadline_date ?? (todo.deadline === null ? null : utc(todo.deadline)),
  priority: todo.priority,
  estimate_minutes: todo.estimate_minutes,
  list: groups.get(todo.tag_group_id)?.name ?? null,
  tags: namesOf(todo.tags),
  pending: pending.has(todo.id),
})

export const entryShape = (entry: Schedule, pending: ReadonlySet<string>): EntryShape => ({
  id: entry.id,
  title: entry.title,
  start: entry.all_day ? (entry.start_date ?? '') : utc(entry.start_time),
  end: entry.all_day ? (entry.end_date ?? '') : utc(entry.end_time),
  all_day: entry.all_day,
  tags: namesOf(entry.tags),
  pending: pending.has(entry.id),
})

export const timerShape = (timer: Timer, now: number, pending: ReadonlySet<string>): TimerShape => ({
  id: timer.id,
  title: timer.title ?? timer.todo?.title ?? timer.schedule?.title ?? null,
  status: timer.status,
  elapsed_seconds: Math.floor(elapsedMs(timer, now) / 1000),
  planned_seconds: timer.allocated_duration,
  started_at: timer.started_at === null ? null : utc(timer.started_at),
  todo_id: timer.todo_id,
  tags: namesOf(timer.tags),
  pending: pending.has(timer.id),
})
