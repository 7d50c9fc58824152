// Tables of timers, of the feed of their changes, and of the commands that were already run.
import type { Level, Version } from './column.ts'

interface TimersTable {
  id: string
  owner_id: string
  schedule_id: string | null
  todo_id: string | null
  title: string | null
  description: string | null
  /** Seconds, as they were given. */
  allocated_duration: number
  status: 'RUNNING' | 'PAUSED' | 'COMPLETED' | 'CANCELLED'
  started_at: number
  /** JSON: `[action, at]` pairs in their order. Only ever appended to. */
  history: string
  level: Level
  version: Version
  created_at: number
  updated_at: number
}

/** Each change of a user's timers, in the order of its seq, without gaps. */
interface TimerFeedTable {
  owner_id: string
  seq: number
  at: number
  action: 'start' | 'pause' | 'resume' | 'stop' | 'cancel' | 'sync' | 'delete'
  timer_id: string
  /** JSON: the timer after the change, without its history. */
  snapshot: string | null
  /** How much of the history there was after the change. */
  history_length: number
  /** With `delete` the whole history, for the changes before it have nowhere else to read theirs. */
  history: string | null
}

/** What became of a message that carried an id: a change of the feed, or a failure. */
interface TimerCommandsTable {
  owner_id: string
  id: string
  at: number
  seq: number | null
  code: string | null
  message: string | null
}

export interface TimerTables {
  timers: TimersTable
  timer_tags: { timer_id: string; tag_id: string }
  timer_seqs: { owner_id: string; seq: number }
  timer_feed: TimerFeedTable
  timer_commands: TimerCommandsTable
}
