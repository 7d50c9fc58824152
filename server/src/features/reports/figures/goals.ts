// Compares the share of each tag in the time of its group with its goal. Pure.
import type { GoalRatios } from '../../tags/tag.ts'
import type { Side } from '../counting/entry.ts'

/** Milliseconds of measured and planned time. */
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
}

export interface GroupShares {
  times: SideTimes
  tags: TagShares[]
}

const NONE: SideTimes = { actual: 0, planned: 0 }

/** Returns the share of each tag in the time of the group. The shares add up to 1. */
export function sharesOf(
  tagIds: readonly string[],
  ratios: GoalRatios,
  timesOf: ReadonlyMap<string, SideTimes>,
): GroupShares {
  const total = (side: Side) => tagIds.reduce((sum, id) => sum + (timesOf.get(id) ?? NONE)[side], 0)
  const times = { actual: total('actual'), planned: total('planned') }
  const tags = tagIds.map(tag_id => {
    const goal = ratios[tag_id] ?? null
    const own = timesOf.get(tag_id) ?? NONE
    const side = (name: Side) => shareOf(own[name], times[name], goal)
    return { tag_id, goal, actual: side('actual'), planned: side('planned') }
  })
  return { times, tags }
}

function shareOf(ms: number, total: number, goal: number | null): GoalShare {
  const share = total === 0 ? null : ms / total
  return {
    ms,
    share,
    deviation: share === null || goal === null ? null : share - goal,
    missing_ms: Math.max(0, (goal ?? 0) * total - ms),
  }
}
