// Tables of timers and their tags.
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
  /** A JSON array of `[action, at]` pairs in order. Commands append entries; only corrections replace them. */
  history: string
  corrected_at: number | null
  level: Level
  version: Version
  created_at: number
  updated_at: number
}

export interface TimerTables {
  timers: TimersTable
  timer_tags: { timer_id: string; tag_id: string }
}
