// The tables as TypeScript sees them. Instants are epoch milliseconds; booleans are 0 and 1 on SQLite.
import type { ColumnType } from 'kysely'

/** Read with `Boolean(...)`: SQLite gives 0 or 1, PostgreSQL true or false. */
export type Bool = ColumnType<boolean | 0 | 1, boolean, boolean>

export interface MigrationsTable {
  position: number
  name: string
  checksum: string
}

export interface UsersTable {
  id: string
  display_name: string
  avatar_url: string | null
  email: string | null
  email_verified: Bool
  friend_code: string
  claims_at: number
  created_at: number
  updated_at: number
}

export interface TagGroupsTable {
  id: string
  owner_id: string
  name: string
  color: string
  description: string | null
  /** JSON: tag id to ratio. */
  goal_ratios: string | null
  is_todo_group: Bool
  created_at: number
  updated_at: number
}

export interface TagsTable {
  id: string
  owner_id: string
  group_id: string
  name: string
  color: string
  description: string | null
  created_at: number
  updated_at: number
}

export interface Tables {
  migrations: MigrationsTable
  users: UsersTable
  tag_groups: TagGroupsTable
  tags: TagsTable
}
