// Report figures before they are presented as JSON or CSV.
import type { Window } from '@daymark/recurrence/occurrence'
import type { Slices } from '../counting/slices.ts'
import type { Tally } from '../counting/tally.ts'
import type { MeasuredItem, RatioStep, RatioSums } from './accuracy.ts'
import type { GroupShares } from './goals.ts'

/** The figures of the period and, if requested, of the previous period. */
export interface Report<T> {
  current: T
  previous: T | undefined
  is_running: boolean
}

export interface RowLabel {
  key: string
  title: string
  color: string | null
}

export interface TimeFigures {
  window: Window
  slices: Slices
  tally: Tally
  /** In display order. */
  labels: readonly RowLabel[]
}

interface Named {
  id: string
  name: string
  color: string
}

export interface GroupGoal {
  group: Named
  tags: readonly Named[]
  shares: GroupShares
}

export interface GoalFigures {
  window: Window
  groups: GroupGoal[]
}

export interface RatioFigures extends RatioSums {
  distribution: RatioStep[]
  worst: (MeasuredItem & { title: string })[]
}

export interface AccuracyFigures {
  window: Window
  entries: RatioFigures
  todos: RatioFigures
  tags: (RatioSums & RowLabel)[]
}

export interface DayStreak {
  days: number
  start_date: string | null
  end_date: string | null
}

export interface ActivityFigures {
  year: number
  days: { date: string; ms: number }[]
  total_ms: number
  active_days: number
  current_streak: DayStreak
  longest_streak: DayStreak
}
