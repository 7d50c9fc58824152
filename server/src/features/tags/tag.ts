import type { FieldError } from '../../platform/kernel/errors.ts'

export interface Tag {
  id: string
  owner_id: string
  group_id: string
  name: string
  color: string
  description: string | null
  version: number
  created_at: number
  updated_at: number
}

/** Keyed by tag id. */
export type GoalRatios = Record<string, number>

export interface TagGroup {
  id: string
  owner_id: string
  name: string
  color: string
  description: string | null
  goal_ratios: GoalRatios | null
  /** Hours per week. */
  goal_hours: GoalRatios | null
  is_todo_group: boolean
  version: number
  created_at: number
  updated_at: number
}

export interface TagGroupWithTags extends TagGroup {
  tags: Tag[]
}

/** Checks that every key is a tag of the group. The contract has already checked the values. */
export function goalErrors(
  field: 'goal_ratios' | 'goal_hours',
  goals: GoalRatios,
  tagIds: readonly string[],
): FieldError[] {
  return Object.keys(goals)
    .filter(id => !tagIds.includes(id))
    .map(id => ({ path: `${field}.${id}`, message: 'must be the id of a tag of this group' }))
}

/** Returns the same object if the tag has no goal, and null if no goal is left. */
export function withoutTag(ratios: GoalRatios | null, tagId: string): GoalRatios | null {
  if (!ratios || !(tagId in ratios)) return ratios
  const { [tagId]: _gone, ...rest } = ratios
  return Object.keys(rest).length > 0 ? rest : null
}
