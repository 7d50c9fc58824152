// Writes todos, and reads their trees and counts. Lists and views are read in `view-store.ts` and `list-store.ts`.
import { type RawBuilder, sql } from 'kysely'
import type { IdList } from '../../../platform/storage/dialect.ts'
import { CAPTURED, insertCapture } from '../../../platform/storage/statements/captured-rows.ts'
import { countInSteps, slicesOf, updateInSteps } from '../../../platform/storage/statements/in-steps.ts'
import {
  insertion,
  sentStatement,
  statement,
  updating,
} from '../../../platform/storage/statements/statement.ts'
import type { Db } from '../../../platform/storage/unit-of-work.ts'
import { tagReader, tagsOf } from '../../tags/tags-of-store.ts'
import { type Ranks, ranksOf, type TagCount, type TaggedTodo, type Todo } from './todo.ts'
import type { Node } from './tree.ts'
import { todoColumns } from './view-store.ts'

const RANKS = ['status_rank', 'deadline_rank', 'newest_rank'] as const
/** Ends a recursion if a todo is its own ancestor, which an undo in an older version could cause. */
const MOST_LEVELS = 100_000
/** One statement counts at most this many todos per tag. Tags that reach this number are counted in steps. */
const MOST_AT_ONCE = 1_000

/** A position in the index of a group's todos. */
export type GroupPosition = [status: number, deadline: number, newest: number, id: string]

const insertTodo = insertion<Todo & Ranks>('todos', [...todoColumns.all, ...RANKS])
const saveTodo = updating<Todo & Ranks>('todos', [...todoColumns.saved, ...RANKS])

const findTodo = statement<[id: string], Todo>(
  (_db, id) => sql`select ${todoColumns.of('t')} from todos t where t.id = ${id}`,
)
const findTagged = statement<[ids: IdList], Todo & { tags: string }>(
  ({ dialect }, ids) => sql`
    select ${todoColumns.of('t')}, ${tagsOf(dialect, 'todo_tags', sql`l.todo_id = t.id`)} as tags
    from todos t where ${dialect.idInList('t.id', ids)}`,
)

const findTagIds = statement<[id: string], { tag_id: string }>(
  (_db, id) => sql`select tag_id from todo_tags where todo_id = ${id}`,
)

const linkTags = sentStatement<[todoId: string, tagIds: IdList]>(
  ({ dialect }, todoId, tagIds) => sql`
    insert into todo_tags (todo_id, tag_id)
    select t.id, g.id from todos t, tags g where t.id = ${todoId} and ${dialect.idInList('g.id', tagIds)}
    ${sql.raw(CAPTURED)}`,
)
const captureLink = insertCapture('todo_tags', ['todo_id', 'tag_id'])

export const todoStore = (db: Db) => {
  const { sql: kysely, dialect } = db
  const closure = async (reached: RawBuilder<unknown>): Promise<Node[]> => {
    const { rows } = await sql<Node>`
      with recursive reached (id) as (${reached})
      select t.id, t.parent_id, t.tag_group_id from reached join todos t on t.id = reached.id`.execute(kysely)
    return rows
  }
  return {
    insert: (todo: Todo): Promise<void> => insertTodo(db, { ...todo, ...ranksOf(todo) }),

    save: (todo: Todo): Promise<void> => saveTodo(db, { ...todo, ...ranksOf(todo) }),

    async find(id: string): Promise<Todo | undefined> {
      return (await findTodo(db, id))[0]
    },

    /** Foreign keys delete the links to tags. */
    async remove(ids: readonly string[]): Promise<void> {
      if (ids.length === 0) return
      await kysely.deleteFrom('todos').where(dialect.idIn('todos.id', ids)).execute()
    },

    async tagIds(id: string): Promise<string[]> {
      return (await findTagIds(db, id)).map(row => row.tag_id)
    },

    async tagIdsOf(ids: readonly string[]): Promise<Map<string, string[]>> {
      const rows = await kysely
        .selectFrom('todo_tags')
        .select(['todo_id', 'tag_id'])
        .where(dialect.idIn('todo_tags.todo_id', ids))
        .execute()
      const byTodo = Map.groupBy(rows, row => row.todo_id)
      return new Map([...byTodo].map(([id, links]) => [id, links.map(link => link.tag_id)]))
    },

    async hasLaterRound({ series_id, round }: Todo): Promise<boolean> {
      const { rows } = await sql`
        select 1 from todos where series_id = ${series_id} and round > ${round} limit 1`.execute(kysely)
      return rows.length > 0
    },

    /** Returns the id of the latest earlier round that still exists, or undefined if there is none. */
    async roundBefore(seriesId: string, round: number): Promise<string | undefined> {
      const { rows } = await sql<{ id: string }>`
        select id from todos where series_id = ${seriesId} and round < ${round}
        order by round desc limit 1`.execute(kysely)
      return rows[0]?.id
    },

    /** Returns the open descendants, parents first. Omits open todos below a closed todo. */
    async openBelow(id: string): Promise<Todo[]> {
      const open = sql`c.status in ('UNSCHEDULED', 'SCHEDULED')`
      const { rows } = await sql<Todo>`
        with recursive below (id, depth) as (
          select c.id, 1 from todos c where c.parent_id = ${id} and ${open}
          union all
          select c.id, below.depth + 1 from below join todos c on c.parent_id = below.id
          where ${open} and below.depth < ${MOST_LEVELS})
        select ${todoColumns.of('t')} from below join todos t on t.id = below.id
        order by below.depth, t.id`.execute(kysely)
      return rows
    },

    async addTags(id: string, tagIds: readonly string[]): Promise<void> {
      if (tagIds.length > 0) await linkTags(db, id, dialect.idList(tagIds))
      for (const tag_id of new Set(tagIds)) await captureLink(db, { todo_id: id, tag_id })
    },

    async replaceTags(id: string, tagIds: readonly string[]): Promise<void> {
      await kysely.deleteFrom('todo_tags').where('todo_id', '=', id).execute()
      await this.addTags(id, tagIds)
    },

    /** Returns the owner's todo and its ancestors, nearest first. Empty if the owner has no such todo. */
    async line(ownerId: string, id: string, ancestors = MOST_LEVELS): Promise<Node[]> {
      const { rows } = await sql<Node>`
        with recursive line (id, parent_id, tag_group_id, steps) as (
          select id, parent_id, tag_group_id, 0 from todos where id = ${id} and owner_id = ${ownerId}
          union all
          select p.id, p.parent_id, p.tag_group_id, line.steps + 1
          from line join todos p on p.id = line.parent_id where line.steps < ${ancestors})
        select id, parent_id, tag_group_id from line order by steps`.execute(kysely)
      return rows
    },

    /** Returns these todos and all their ancestors. `union` ends the search in a cycle. */
    ancestry: (ids: readonly string[]): Promise<Node[]> =>
      closure(sql`
        select todos.id from todos where ${dialect.idIn('todos.id', ids)}
        union select p.parent_id from reached join todos p on p.id = reached.id where p.parent_id is not null`),

    /** Returns these todos and all their descendants. */
    descendants: (ids: readonly string[]): Promise<Node[]> =>
      closure(sql`
        select todos.id from todos where ${dialect.idIn('todos.id', ids)}
        union select c.id from reached join todos c on c.parent_id = reached.id`),

    /** The number of levels of the todo's subtree, at most `most`. */
    async height(id: string, most: number): Promise<number> {
      const { rows } = await sql<{ height: number }>`
        with recursive below (id, height) as (
          select todos.id, 1 from todos where id = ${id}
          union select c.id, below.height + 1 from below join todos c on c.parent_id = below.id
          where below.height < ${most})
        select max(height) as height from below`.execute(kysely)
      return Number(rows[0]?.height ?? 1)
    },

    /**
     * Looks among these todos and their children for a todo whose parent is in another group. Returns the title of one
     * such todo, or undefined if there is none.
     */
    async inOtherGroup(ids: readonly string[]): Promise<string | undefined> {
      const { rows } = await sql<{ title: string }>`
        select t.title from todos t join todos p on p.id = t.parent_id
        where t.tag_group_id <> p.tag_group_id and t.id in (
          select todos.id from todos where ${dialect.idIn('todos.id', ids)}
          union select todos.id from todos where ${dialect.idIn('todos.parent_id', ids)})
        limit 1`.execute(kysely)
      return rows[0]?.title
    },

    /** Moves all descendants of a todo to the todo's new group. */
    async moveDescendants(id: string, groupId: string, now: number): Promise<void> {
      const { rows } = await sql<{ id: string }>`
        with recursive below (id) as (
          select id from todos where parent_id = ${id}
          union select c.id from below join todos c on c.parent_id = below.id)
        select id from below`.execute(kysely)
      for (const some of slicesOf(rows.map(row => row.id))) {
        await kysely
          .updateTable('todos')
          .set({ tag_group_id: groupId, updated_at: now })
          .where(dialect.idIn('todos.id', some))
          .execute()
      }
    },

    async idsOfGroup(ownerId: string, groupId: string): Promise<string[]> {
      const rows = await kysely
        .selectFrom('todos')
        .select('id')
        .where('tag_group_id', '=', groupId)
        .where('owner_id', '=', ownerId)
        .execute()
      return rows.map(row => row.id)
    },

    /** Returns the next todos of a group after this position, in the order of the index. */
    async pageOfGroup(
      ownerId: string,
      groupId: string,
      after: GroupPosition | null,
      limit: number,
    ): Promise<{ id: string; has_children: boolean; position: GroupPosition }[]> {
      const key = sql.join([...RANKS, 'id'].map(name => sql.ref(`t.${name}`)))
      const { rows } = await sql<Pick<Ranks, (typeof RANKS)[number]> & { id: string; has_children: unknown }>`
        select ${key}, exists (select 1 from todos c where c.parent_id = t.id) as has_children
        from todos t where t.tag_group_id = ${groupId} and ${dialect.unindexed('t.owner_id')} = ${ownerId}
          ${after === null ? sql`` : sql`and (${key}) > (${sql.join(after)})`}
        order by ${key} limit ${limit}`.execute(kysely)
      return rows.map(({ id, has_children, ...ranks }) => ({
        ...{ id, has_children: Boolean(has_children) },
        position: [...RANKS.map(name => ranks[name]), id] as GroupPosition,
      }))
    },

    /** Returns those of these todos that exist and have no children. */
    async childless(ids: readonly string[]): Promise<string[]> {
      if (ids.length === 0) return []
      const { rows } = await sql<{ id: string }>`
        select todos.id from todos where ${dialect.idIn('todos.id', ids)}
          and not exists (select 1 from todos c where c.parent_id = todos.id)`.execute(kysely)
      return rows.map(({ id }) => id)
    },

    /**
     * Adds the ancestors in the group that have no other children, the lowest ones first. Without them, a deep tree
     * would need a step for each level.
     */
    async withParentsOfOnlyThem(groupId: string, ids: readonly string[], most: number): Promise<string[]> {
      if (ids.length === 0) return []
      const { rows } = await sql<{ id: string }>`
        with recursive up (id, parent_id, height) as (
          select todos.id, todos.parent_id, 0 from todos where ${dialect.idIn('todos.id', ids)}
          union all
          select p.id, p.parent_id, up.height + 1 from up join todos p on p.id = up.parent_id
          where up.height < ${most} and p.tag_group_id = ${groupId}
            and not exists (select 1 from todos c where c.parent_id = p.id and c.id <> up.id))
        select id from up order by height limit ${most}`.execute(kysely)
      return rows.map(({ id }) => id)
    },

    async parentsOf(ids: readonly string[]): Promise<string[]> {
      if (ids.length === 0) return []
      const { rows } = await sql<{ parent_id: string }>`
        select distinct parent_id from todos where ${dialect.idIn('todos.id', ids)}
          and parent_id is not null`.execute(kysely)
      return rows.map(({ parent_id }) => parent_id)
    },

    /** True if the group has more todos than this. */
    async hasMoreThan(ownerId: string, groupId: string, count: number): Promise<boolean> {
      const { rows } = await sql`
        select 1 from todos where tag_group_id = ${groupId} and ${dialect.unindexed('owner_id')} = ${ownerId}
        limit 1 offset ${count}`.execute(kysely)
      return rows.length > 0
    },

    /** Moves about `most` todos of a group to another one, in whole trees. Returns their number. */
    async moveTrees(
      ownerId: string,
      groupId: string,
      toGroupId: string,
      { most, now }: { most: number; now: number },
    ): Promise<number> {
      const { rows: roots } = await sql<{ id: string }>`
        select id from todos where tag_group_id = ${groupId} and ${dialect.unindexed('owner_id')} = ${ownerId}
          and parent_id is null limit ${most}`.execute(kysely)
      const { rows } = await sql<{ id: string; root: string }>`
        with recursive below (id, root) as (
          select todos.id, todos.id from todos where ${dialect.idIn(
            'todos.id',
            roots.map(({ id }) => id),
          )}
          union select c.id, below.root from below join todos c on c.parent_id = below.id)
        select id, root from below`.execute(kysely)
      const ids: string[] = []
      for (const tree of Map.groupBy(rows, row => row.root).values())
        if (ids.length < most) ids.push(...tree.map(({ id }) => id))
      for (const some of slicesOf(ids)) {
        await kysely
          .updateTable('todos')
          .set({ tag_group_id: toGroupId, updated_at: now })
          .where(dialect.idIn('todos.id', some))
          .execute()
      }
      return ids.length
    },

    /** Moves whole trees, so parents and children stay together. */
    moveGroup: (ownerId: string, groupId: string, toGroupId: string, now: number): Promise<string[]> =>
      updateInSteps(
        db,
        { table: 'todos', where: sql`tag_group_id = ${groupId} and owner_id = ${ownerId}` },
        sql`tag_group_id = ${toGroupId}, updated_at = ${now}`,
      ),

    /** If a group is given, compares only the group, because SQLite would otherwise read all of the owner's todos. */
    count(ownerId: string, groupId?: string): Promise<number> {
      const where = groupId === undefined ? sql`owner_id = ${ownerId}` : sql`tag_group_id = ${groupId}`
      return countInSteps(db, { table: 'todos', where, key: [...RANKS, 'id'] })
    },

    /** Most used tags first, then by name. */
    async countByTag(ownerId: string, groupId?: string): Promise<TagCount[]> {
      // Todos have only tags of their owner, so the todos themselves are read only to compare their group.
      const matches =
        groupId === undefined
          ? sql`true`
          : sql`exists (select 1 from todos t where t.id = todo_tags.todo_id and ${dialect.unindexed('t.tag_group_id')} = ${groupId})`
      const tags = groupId === undefined ? sql`g.owner_id = ${ownerId}` : sql`g.group_id = ${groupId}`
      const { rows } = await sql<TagCount>`
        select g.id as tag_id, g.name as tag_name,
          (select count(*) from (
            select 1 from todo_tags where todo_tags.tag_id = g.id and ${matches}
            order by todo_tags.todo_id limit ${MOST_AT_ONCE} + 0) links) as count
        from tags g where ${tags} order by lower(g.name), g.name, g.id`.execute(kysely)
      for (const row of rows) {
        if (row.count < MOST_AT_ONCE) continue
        const where = sql`tag_id = ${row.tag_id}`
        row.count = await countInSteps(db, { table: 'todo_tags', where, key: ['todo_id'], matches })
      }
      return rows.filter(row => row.count > 0).sort((a, b) => b.count - a.count)
    },

    async byIds(ids: readonly string[]): Promise<TaggedTodo[]> {
      if (ids.length === 0) return []
      const readTags = tagReader()
      const rows = await findTagged(db, dialect.idList(ids))
      return rows.map(row => ({ ...row, tags: readTags(row.tags) }))
    },
  }
}
