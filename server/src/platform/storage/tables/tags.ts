import type { Bool, Version } from './column.ts'

interface TagGroupsTable {
  id: string
  owner_id: string
  name: string
  color: string
  description: string | null
  /** JSON that maps tag ids to ratios. */
  goal_ratios: string | null
  /** JSON that maps tag ids to hours per week. */
  goal_hours: string | null
  is_todo_group: Bool
  version: Version
  created_at: number
  updated_at: number
}

interface TagsTable {
  id: string
  owner_id: string
  group_id: string
  name: string
  color: string
  description: string | null
  version: Version
  created_at: number
  updated_at: number
}

export interface TagTables {
  tag_groups: TagGroupsTable
  tags: TagsTable
}
