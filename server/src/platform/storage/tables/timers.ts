import type { Generated } from 'kysely'
import type { Level, Version } from './column.ts'

interface TimersTable {
  id: string
  owner_id: string
  schedule_id: string | null
  todo_id: string | null
  title: string | null
  description: string | null
  /** In seconds, as the client sent it. */
  allocated_duration: number
  status: 'RUNNING' | 'PAUSED' | 'COMPLETED' | 'CANCELLED'
  started_at: number
  /** A JSON array of `[action, at]` pairs in order. Commands append pairs. Corrections and undo may replace them. */
  history: string
  corrected_at: number | null
  /** Comma-separated. Triggers derive it from `timer_tags`. */
  tag_ids: Generated<string>
  level: Level
  version: Version
  created_at: number
  updated_at: number
}

interface FocusRunsTable {
  id: string
  owner_id: string
  todo_id: string | null
  title: string | null
  preset: string
  work_minutes: number
  break_minutes: number
  long_break_minutes: number
  rounds: number
  /** A JSON array of `[action, at]` pairs in order. Commands append pairs. */
  log: string
  /** A JSON array with the timer id of each work phase, in order. */
  timer_ids: string
  started_at: number
  ended_at: number | null
  version: Version
  created_at: number
  updated_at: number
}

export interface TimerTables {
  focus_runs: FocusRunsTable
  timers: TimersTable
  timer_tags: { timer_id: string; tag_id: string }
}
