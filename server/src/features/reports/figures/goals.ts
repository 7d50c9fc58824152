// A goal is a share of the group's time, or hours per week. Pure.
import type { Window } from '@daymark/recurrence/occurrence'
import type { GoalRatios } from '../../tags/tag.ts'
import type { Side } from '../counting/entry.ts'

/** In milliseconds. */
export type SideTimes = Record<Side, number>

export interface GoalShare {
  ms: number
  /** Null if the group has no time. */
  share: number | null
  /** The share minus the goal, or null if either is missing. */
  deviation: number | null
  missing_ms: number
}

export interface TagShares extends Record<Side, GoalShare> {
  tag_id: string
  goal: number | null
  goal_hours: number | null
  goal_ms: number | null
}

/** `hours` is per week; `ms` is for the range of the report. */
export interface HoursGoal {
  hours: number
  ms: number
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Scales weekly goals to the window. Counts days, so that a week with a clock change has the same goal. */
export function rangeGoals(goals: GoalRatios, { from, to }: Window): Map<string, HoursGoal> {
  const days = Math.round((to - from) / DAY_MS)
  return new Map(
    Object.entries(goals).map(([id, hours]) => [id, { hours, ms: Math.round((hours * HOUR_MS * days) / 7) }]),
  )
}

export interface GroupShares {
  times: SideTimes
  tags: TagShares[]
}

const NONE: SideTimes = { actual: 0, planned: 0 }

/**
 * Returns each tag's share of the group's time, with its goals. The shares add up to 1, or are null if the group has no
 * time.
 */
export function sharesOf(
  tagIds: readonly string[],
  { ratios, hours }: { ratios: GoalRatios; hours: ReadonlyMap<string, HoursGoal> },
  timesOf: ReadonlyMap<string, SideTimes>,
): GroupShares {
  const total = (side: Side) => tagIds.reduce((sum, id) => sum + (timesOf.get(id) ?? NONE)[side], 0)
  const times = { actual: total('actual'), planned: total('planned') }
  const tags = tagIds.map(tag_id => {
    const goal = ratios[tag_id] ?? null
    const own = timesOf.get(tag_id) ?? NONE
    const wanted = hours.get(tag_id)
    const side = (name: Side) => shareOf(own[name], times[name], goal, wanted)
    return {
      tag_id,
      goal,
      goal_hours: wanted?.hours ?? null,
      goal_ms: wanted?.ms ?? null,
      actual: side('actual'),
      planned: side('planned'),
    }
  })
  return { times, tags }
}

function shareOf(ms: number, total: number, goal: number | null, hours: HoursGoal | undefined): GoalShare {
  const share = total === 0 ? null : ms / total
  return {
    ms,
    share,
    deviation: share === null || goal === null ? null : share - goal,
    missing_ms: Math.max(0, (goal === null ? (hours?.ms ?? 0) : goal * total) - ms),
  }
}
