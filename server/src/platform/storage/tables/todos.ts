import type { Generated } from 'kysely'
import type { Level, Version } from './column.ts'

interface TodosTable {
  id: string
  owner_id: string
  tag_group_id: string
  parent_id: string | null
  title: string
  description: string | null
  deadline: number | null
  /** Midnight UTC on the date if the todo is due on a date. `deadline` is then null. */
  deadline_date: number | null
  status: 'UNSCHEDULED' | 'SCHEDULED' | 'DONE' | 'CANCELLED'
  estimate_minutes: number | null
  priority: Generated<number>
  /** A fractional index for the manual order. Null sorts last. */
  position: string | null
  completed_at: number | null
  recurrence_rule: string | null
  /** JSON. Null if there are none. */
  reminders: string | null
  timezone: Generated<string>
  repeat_from: Generated<'deadline' | 'completion'>
  series_id: string | null
  /** The position of this todo in its series. */
  round: Generated<number>
  /** The three ranks give the default order in one ascending index: by status, then deadline, then newest first. */
  status_rank: number
  deadline_rank: number
  newest_rank: number
  level: Level
  version: Version
  created_at: number
  updated_at: number
}

export interface TodoTables {
  todos: TodosTable
  todo_tags: { todo_id: string; tag_id: string }
}
