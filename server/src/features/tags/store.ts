import { type RawBuilder, sql } from 'kysely'
import type { PageRequest } from '../../platform/kernel/page.ts'
import { decodeCursor, type Page, pageSize, toPage } from '../../platform/kernel/page.ts'
import { columns } from '../../platform/storage/columns.ts'
import type { IdList } from '../../platform/storage/dialect.ts'
import { deleteInSteps, deleteStep } from '../../platform/storage/statements/in-steps.ts'
import { statement } from '../../platform/storage/statements/statement.ts'
import type { Db } from '../../platform/storage/unit-of-work.ts'
import type { GoalRatios, Tag, TagGroup } from './tag.ts'

type NameKey = [name: string, id: string]

const toGroup = (
  row: Omit<TagGroup, 'goal_ratios' | 'goal_hours' | 'is_todo_group'> & {
    goal_ratios: string | null
    goal_hours: string | null
    is_todo_group: unknown
  },
): TagGroup => ({
  ...row,
  goal_ratios: readGoals(row.goal_ratios),
  goal_hours: readGoals(row.goal_hours),
  is_todo_group: Boolean(row.is_todo_group),
})

export const readGoals = (text: string | null): GoalRatios | null =>
  text === null ? null : (JSON.parse(text) as GoalRatios)

const writeGoals = (goals: GoalRatios | null): string | null =>
  goals === null ? null : JSON.stringify(goals)

const toColumns = ({ goal_ratios, goal_hours, ...rest }: Partial<TagGroup>) => ({
  ...rest,
  ...(goal_ratios !== undefined && { goal_ratios: writeGoals(goal_ratios) }),
  ...(goal_hours !== undefined && { goal_hours: writeGoals(goal_hours) }),
})

/** Lowercases only ASCII letters, so that both databases sort in the same order. */
const byName = sql<string>`lower(name)`

export const tagColumns = columns<Tag>({
  id: 'fixed',
  owner_id: 'fixed',
  group_id: 'saved',
  name: 'saved',
  color: 'saved',
  description: 'saved',
  version: 'fixed',
  created_at: 'fixed',
  updated_at: 'saved',
})

const groupColumns = columns<TagGroup>({
  id: 'fixed',
  owner_id: 'fixed',
  name: 'saved',
  color: 'saved',
  description: 'saved',
  goal_ratios: 'saved',
  goal_hours: 'saved',
  is_todo_group: 'saved',
  version: 'fixed',
  created_at: 'fixed',
  updated_at: 'saved',
})

const selectByIds = statement<[ids: IdList], Tag>(
  ({ dialect }, ids) => sql<Tag>`
    select ${tagColumns.of('tags')}
    from tags where ${dialect.idInList('tags.id', ids)} order by lower(name), id`,
)

/** Reads tags of any owner, sorted by name. */
export const tagsByIds = (db: Db, ids: readonly string[]): Promise<Tag[]> =>
  selectByIds(db, db.dialect.idList(ids))

const selectOwnGroup = statement<[id: string, ownerId: string], { id: string }>(
  (_db, id, ownerId) => sql<{ id: string }>`
    select id from tag_groups where id = ${id} and owner_id = ${ownerId}`,
)

export const ownsGroup = async (db: Db, ownerId: string, id: string): Promise<boolean> =>
  (await selectOwnGroup(db, id, ownerId)).length > 0

const selectOwnTags = statement<[ownerId: string, ids: IdList], { id: string }>(
  ({ dialect }, ownerId, ids) => sql<{ id: string }>`
    select id from tags where ${dialect.idInList('tags.id', ids)} and owner_id = ${ownerId}`,
)

export const ownTagIds = async (db: Db, ownerId: string, ids: readonly string[]): Promise<string[]> =>
  ids.length === 0 ? [] : (await selectOwnTags(db, ownerId, db.dialect.idList(ids))).map(tag => tag.id)

const ownTags = (ownerId: string, limit: number, after: RawBuilder<unknown>) => sql<Tag>`
  select ${tagColumns.of('tags')}
  from tags where owner_id = ${ownerId} ${after} order by ${byName}, id limit ${limit} + 0`

const ownTagsFirst = statement<[ownerId: string, limit: number], Tag>((_db, ownerId, limit) =>
  ownTags(ownerId, limit, sql``),
)
const ownTagsAfter = statement<[ownerId: string, limit: number, ...NameKey], Tag>(
  (_db, ownerId, limit, name, id) => ownTags(ownerId, limit, sql`and (${byName}, id) > (${name}, ${id})`),
)

export const tagStore = (db: Db) => ({
  async insertGroup(group: TagGroup): Promise<void> {
    await db.sql
      .insertInto('tag_groups')
      .values({
        ...group,
        goal_ratios: writeGoals(group.goal_ratios),
        goal_hours: writeGoals(group.goal_hours),
      })
      .execute()
  },

  async findGroup(ownerId: string, id: string): Promise<TagGroup | undefined> {
    const row = await db.sql
      .selectFrom('tag_groups')
      .select(groupColumns.all)
      .where('id', '=', id)
      .where('owner_id', '=', ownerId)
      .executeTakeFirst()
    return row && toGroup(row)
  },

  async findGroups(ownerId: string, ids: readonly string[]): Promise<TagGroup[]> {
    const rows = await db.sql
      .selectFrom('tag_groups')
      .select(groupColumns.all)
      .where('owner_id', '=', ownerId)
      .where(db.dialect.idIn('id', ids))
      .execute()
    return rows.map(toGroup)
  },

  async listGroups(ownerId: string, page: PageRequest): Promise<Page<TagGroup>> {
    const after = decodeCursor<NameKey>(page, ['string', 'uuid'])
    const rows = await db.sql
      .selectFrom('tag_groups')
      .select(groupColumns.all)
      .where('owner_id', '=', ownerId)
      .$if(after !== undefined, query =>
        query.where(sql<boolean>`(${byName}, id) > (${after?.[0]}, ${after?.[1]})`),
      )
      .orderBy(byName)
      .orderBy('id')
      .limit(pageSize(page) + 1)
      .execute()
    return toPage(rows.map(toGroup), page, nameKey)
  },

  async updateGroup(id: string, changes: Partial<TagGroup>): Promise<void> {
    await db.sql.updateTable('tag_groups').set(toColumns(changes)).where('id', '=', id).execute()
  },

  /** Removes the group's tags from some of the items that have them. Returns the number of removed links. */
  async untagSome(groupId: string, most: number): Promise<number> {
    const ofGroup = sql`select id from tags where group_id = ${groupId}`
    for (const [table, key] of Object.entries(LINKS)) {
      const removed = await deleteStep(db, { table, key, where: sql`tag_id in (${ofGroup})`, most })
      if (removed > 0) return removed
    }
    return 0
  },

  async deleteGroup(id: string): Promise<void> {
    const ofGroup = sql`select id from tags where group_id = ${id}`
    await removeFromItems(db, ofGroup)
    await deleteInSteps(db, { table: 'tags', where: sql`group_id = ${id}` })
    await db.sql.deleteFrom('tag_groups').where('id', '=', id).execute()
  },

  /** Returns false if the group already has a tag with that name. */
  async insertTag(tag: Tag): Promise<boolean> {
    const result = await db.sql
      .insertInto('tags')
      .values(tag)
      .onConflict(conflict => conflict.columns(['group_id', 'name']).doNothing())
      .executeTakeFirst()
    return result.numInsertedOrUpdatedRows === 1n
  },

  async findTag(ownerId: string, id: string): Promise<Tag | undefined> {
    return db.sql
      .selectFrom('tags')
      .select(tagColumns.all)
      .where('id', '=', id)
      .where('owner_id', '=', ownerId)
      .executeTakeFirst()
  },

  async nameIsTaken(groupId: string, name: string, exceptId: string): Promise<boolean> {
    const row = await db.sql
      .selectFrom('tags')
      .select('id')
      .where('group_id', '=', groupId)
      .where('name', '=', name)
      .where('id', '!=', exceptId)
      .executeTakeFirst()
    return row !== undefined
  },

  async listTags(ownerId: string, page: PageRequest): Promise<Page<Tag>> {
    const after = decodeCursor<NameKey>(page, ['string', 'uuid'])
    const limit = pageSize(page) + 1
    const rows = after
      ? await ownTagsAfter(db, ownerId, limit, ...after)
      : await ownTagsFirst(db, ownerId, limit)
    return toPage(rows, page, nameKey)
  },

  /** Sorted by name. */
  async tagsOfGroups(groupIds: readonly string[]): Promise<Tag[]> {
    if (groupIds.length === 0) return []
    return db.sql
      .selectFrom('tags')
      .select(tagColumns.all)
      .where(db.dialect.idIn('group_id', groupIds))
      .orderBy(byName)
      .orderBy('id')
      .execute()
  },

  async updateTag(id: string, changes: Partial<Tag>): Promise<void> {
    await db.sql.updateTable('tags').set(changes).where('id', '=', id).execute()
  },

  async deleteTag(id: string): Promise<void> {
    await removeFromItems(db, sql`${id}`)
    await db.sql.deleteFrom('tags').where('id', '=', id).execute()
  },
})

export type TagStore = ReturnType<typeof tagStore>

/** Tables that link tags to items, with their key columns. */
const LINKS = {
  todo_tags: ['todo_id', 'tag_id'],
  schedule_tags: ['schedule_id', 'tag_id'],
  schedule_exception_tags: ['series_id', 'original_start', 'tag_id'],
  timer_tags: ['timer_id', 'tag_id'],
}
/** Deletes many rows per step, because these rows are short. */
const MAX_LINKS = 1_000

/** Removes tags from all items in steps, because a database cascade would delete all rows at once. */
async function removeFromItems(db: Db, tagIds: RawBuilder<unknown>): Promise<void> {
  for (const [table, key] of Object.entries(LINKS)) {
    await deleteInSteps(db, { table, key, where: sql`tag_id in (${tagIds})`, most: MAX_LINKS })
  }
}

/** Lowercases only ASCII letters, like `byName`. */
const nameKey = (item: { name: string; id: string }): NameKey => [
  item.name.replace(/[A-Z]/g, letter => letter.toLowerCase()),
  item.id,
]
