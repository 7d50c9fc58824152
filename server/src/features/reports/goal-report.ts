import type { Window } from '@daymark/recurrence/occurrence'
import type { Db } from '../../platform/storage/unit-of-work.ts'
import { slicesOf } from './counting/slices.ts'
import { rangeGoals, type SideTimes, sharesOf } from './figures/goals.ts'
import type { GoalFigures } from './figures/report.ts'
import { count } from './reading/count.ts'
import { type GroupLabel, labelStore } from './reading/label-store.ts'

export async function goalFigures(
  db: Db,
  ownerId: string,
  window: Window,
  now: number,
): Promise<GoalFigures> {
  const store = labelStore(db, ownerId)
  const [tags, groups] = [await store.tags(), await store.groups()]
  const slices = slicesOf(window, { bucket: 'none', group_by: 'tag', week_start: 0, zone: { name: 'UTC' } })
  const { rows } = await count(db, { ownerId, now }, slices, 'tag', tags)
  const times = new Map<string, SideTimes>()
  for (const [id, row] of rows) times.set(id, { actual: row.actual.sum_ms, planned: row.planned.sum_ms })
  const goals = groups.filter(hasGoals).map(group => {
    const own = tags.filter(tag => tag.group_id === group.id)
    const ids = own.map(tag => tag.id)
    const hours = rangeGoals(group.goal_hours ?? {}, window)
    return { group, tags: own, shares: sharesOf(ids, { ratios: group.goal_ratios ?? {}, hours }, times) }
  })
  return { window, groups: goals }
}

const hasGoals = ({ goal_ratios, goal_hours }: GroupLabel): boolean =>
  [goal_ratios, goal_hours].some(goals => goals !== null && Object.keys(goals).length > 0)
