import type { Schedule } from '@daymark/contract/planning/schedule'
import type { Timer } from '@daymark/contract/timers/timer'
import type { Gap, PlannedBlock, TrackedBlock } from '../timeline/blocks.ts'

export interface Suggestion {
  key: string
  reason: 'plan' | 'before' | 'after'
  title: string
  from: number
  until: number
  schedule_id: string | null
  todo_id: string | null
  tag_ids: string[]
}

const LEAST_MS = 5 * 60_000
const NEAR_MS = 5 * 60_000

export function suggestionsFor(
  gap: Gap,
  planned: readonly PlannedBlock[],
  tracked: readonly TrackedBlock[],
): Suggestion[] {
  const fromPlan = planned
    .filter(({ entry }) => !entry.is_shared)
    .map(block => ({ block, from: Math.max(block.start, gap.from), until: Math.min(block.end, gap.until) }))
    .filter(({ from, until }) => until - from >= LEAST_MS)
    .map(
      ({ block: { entry }, from, until }): Suggestion => ({
        ...{ key: `plan ${entry.id}`, reason: 'plan', title: entry.title, from, until },
        ...{
          schedule_id: rowOf(entry),
          todo_id: entry.source_todo_id,
          tag_ids: entry.tags.map(tag => tag.id),
        },
      }),
    )
  const before = tracked.findLast(({ until }) => Math.abs(until - gap.from) < NEAR_MS)
  const after = tracked.find(({ from }) => Math.abs(from - gap.until) < NEAR_MS)
  const near = [
    before && likeTimer(before.timer, 'before', gap),
    after && likeTimer(after.timer, 'after', gap),
  ].filter(each => each !== undefined)
  // False if an earlier suggestion has the same title. The same work may be before the gap, after it and in the plan.
  const isNew = ({ title }: Suggestion, at: number) =>
    ![...fromPlan, ...near.slice(0, at)].some(each => each.title === title)
  return [...fromPlan, ...near.filter(isNew)]
}

function likeTimer(
  { id, title, schedule_id, todo_id, tags }: Timer,
  reason: 'before' | 'after',
  { from, until }: Gap,
): Suggestion | undefined {
  if (title === null) return undefined
  return {
    key: `${reason} ${id}`,
    reason,
    title,
    from,
    until,
    schedule_id,
    todo_id,
    tag_ids: tags.map(tag => tag.id),
  }
}

/** Returns the series id for an occurrence, because a timer cannot be linked to a single occurrence. */
const rowOf = ({ id, parent_id }: Pick<Schedule, 'id' | 'parent_id'>): string => parent_id ?? id
