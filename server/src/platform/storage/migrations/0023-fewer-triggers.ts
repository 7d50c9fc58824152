// Speeds up writes on PostgreSQL: the server captures the rows of the most frequent statements without a trigger.
import type { Migration } from '../schema/migration.ts'

interface Captured {
  readonly by: 'capture_row' | 'capture_wide_row'
  /** The columns that were captured with every change at the time of this migration. */
  readonly key: string
  /** False if the server captures inserts. */
  readonly inserts: boolean
}

const wide = { by: 'capture_wide_row', inserts: false } as const
const TABLES: Record<string, Captured> = {
  tag_groups: { ...wide, key: 'id,owner_id,name', inserts: true },
  tags: { ...wide, key: 'id,owner_id,group_id,name', inserts: true },
  todos: { ...wide, key: 'id,owner_id,title' },
  schedules: { ...wide, key: 'id,owner_id,source_todo_id,title,all_day' },
  timers: { ...wide, key: 'id,owner_id,title' },
  meetings: { ...wide, key: 'id,owner_id,title' },
  preferences: { ...wide, key: 'id,owner_id', inserts: true },
  todo_tags: { by: 'capture_row', key: 'todo_id,tag_id', inserts: false },
  schedule_tags: { by: 'capture_row', key: 'schedule_id,tag_id', inserts: false },
}

/** Changes only PostgreSQL. On SQLite, `storage/sqlite/capture-sqlite.ts` creates temporary triggers at each start. */
export const fewerTriggers: Migration = {
  name: '0023-fewer-triggers',
  statements: (_types, dialect) => (dialect === 'sqlite' ? [] : postgresTriggers),
}

/** Skips statements that end with this SQL comment, because they capture their own rows or change only versions. */
const unmarked = "when (current_query() not like '%/* captured */')"

const postgresTriggers = Object.entries(TABLES).flatMap(([table, { by, key, inserts }]) => [
  `drop trigger capture_${table} on ${table}`,
  `create trigger capture_${table} after ${inserts ? 'insert or delete' : 'delete'} on ${table}
    for each row execute function ${by}('${key}')`,
  `create trigger capture_${table}_update after update on ${table}
    for each row ${unmarked} execute function ${by}('${key}')`,
])
