// Reads the names that a line may mention: the person's groups, tags and open todos.
import type { KnownGroup, KnownTag, KnownTodo } from '@daymark/quick-add/chip'
import { sql } from 'kysely'
import { statement } from '../../platform/storage/statements/statement.ts'
import type { Db } from '../../platform/storage/unit-of-work.ts'

const MOST_GROUPS = 1_000
const MOST_TAGS = 5_000
/** Only this many of the newest open todos can be mentioned, so that parsing has a bounded cost. */
const MOST_TODOS = 2_000

const selectGroups = statement<[ownerId: string], { id: string; name: string; is_todo_group: unknown }>(
  (_db, ownerId) => sql`
    select id, name, is_todo_group from tag_groups
    where owner_id = ${ownerId} order by lower(name), id limit ${sql.lit(MOST_GROUPS)}`,
)
const selectTags = statement<[ownerId: string], KnownTag>(
  (_db, ownerId) => sql`
    select id, name, group_id from tags
    where owner_id = ${ownerId} order by lower(name), id limit ${sql.lit(MOST_TAGS)}`,
)
const selectTodos = statement<[ownerId: string], KnownTodo>(
  (_db, ownerId) => sql`
    select id, title from todos
    where owner_id = ${ownerId} and status in ('UNSCHEDULED', 'SCHEDULED')
    order by created_at desc, id limit ${sql.lit(MOST_TODOS)}`,
)

export const knownStore = (db: Db) => ({
  async groups(ownerId: string): Promise<KnownGroup[]> {
    const rows = await selectGroups(db, ownerId)
    return rows.map(row => ({ ...row, is_todo_group: Boolean(row.is_todo_group) }))
  },
  tags: (ownerId: string): Promise<KnownTag[]> => selectTags(db, ownerId),
  todos: (ownerId: string): Promise<KnownTodo[]> => selectTodos(db, ownerId),
})
