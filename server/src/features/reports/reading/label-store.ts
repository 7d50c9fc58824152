// Titles and colors in reports, and the tags that timers and schedules inherit.
import { sql } from 'kysely'
import type { Db } from '../../../platform/storage/unit-of-work.ts'
import { readGoals } from '../../tags/store.ts'
import type { GoalRatios } from '../../tags/tag.ts'

export interface TagLabel {
  id: string
  group_id: string
  name: string
  color: string
}

export interface GroupLabel {
  id: string
  name: string
  color: string
  goal_ratios: GoalRatios | null
  /** Hours per week. */
  goal_hours: GoalRatios | null
}

export interface Label {
  id: string
  title: string
  color: string | null
}

type Linked = { id: string; tag_id: string }

/** Reads only items of this person, except for tag links: callers must pass ids of this person's items. */
export const labelStore = (db: Db, ownerId: string) => ({
  async tags(): Promise<TagLabel[]> {
    const { rows } = await sql<TagLabel>`
      select id, group_id, name, color from tags where owner_id = ${ownerId} order by lower(name), id`.execute(
      db.sql,
    )
    return rows
  },

  async groups(): Promise<GroupLabel[]> {
    type Row = Omit<GroupLabel, 'goal_ratios' | 'goal_hours'> &
      Record<'goal_ratios' | 'goal_hours', string | null>
    const { rows } = await sql<Row>`
      select id, name, color, goal_ratios, goal_hours from tag_groups where owner_id = ${ownerId}
      order by lower(name), id`.execute(db.sql)
    return rows.map(row => ({
      ...row,
      goal_ratios: readGoals(row.goal_ratios),
      goal_hours: readGoals(row.goal_hours),
    }))
  },

  /** Returns the titles and colors of todos. A todo has the color of its group. */
  async todos(ids: readonly string[]): Promise<Label[]> {
    const { rows } = await sql<Label>`
      select t.id, t.title, g.color from todos t join tag_groups g on g.id = t.tag_group_id
      where ${db.dialect.idIn('t.id', ids)} and ${db.dialect.unindexed('t.owner_id')} = ${ownerId}`.execute(
      db.sql,
    )
    return rows
  },

  /** Returns only todos that have an estimate. */
  async estimates(
    ids: readonly string[],
  ): Promise<{ id: string; title: string; estimate_minutes: number }[]> {
    const { rows } = await sql<{ id: string; title: string; estimate_minutes: number }>`
      select t.id, t.title, t.estimate_minutes from todos t
      where ${db.dialect.idIn('t.id', ids)} and ${db.dialect.unindexed('t.owner_id')} = ${ownerId}
        and t.estimate_minutes is not null`.execute(db.sql)
    return rows
  },

  async schedules(ids: readonly string[]): Promise<Label[]> {
    const { rows } = await sql<Label>`
      select s.id, s.title, null as color from schedules s
      where ${db.dialect.idIn('s.id', ids)} and ${db.dialect.unindexed('s.owner_id')} = ${ownerId}`.execute(
      db.sql,
    )
    return rows
  },

  /**
   * Returns the todo's id and, with `includeChildren`, the ids of all descendants. Returns an empty list if the todo
   * does not exist.
   */
  async todoTree(id: string, includeChildren: boolean): Promise<string[]> {
    const own = sql`select t.id from todos t where t.id = ${id} and t.owner_id = ${ownerId}`
    const tree = sql<{ id: string }>`
      with recursive below (id) as (
        ${own} union select c.id from below join todos c on c.parent_id = below.id)
      select id from below`
    const { rows } = await (includeChildren ? tree : sql<{ id: string }>`${own}`).execute(db.sql)
    return rows.map(row => row.id)
  },

  tagsOfTodos: (ids: readonly string[]): Promise<Linked[]> => tagLinks(db, 'todo_tags', 'todo_id', ids),

  tagsOfSchedules: (ids: readonly string[]): Promise<Linked[]> =>
    tagLinks(db, 'schedule_tags', 'schedule_id', ids),
})

/** Reads each column as one text, because that takes half as long as reading rows. */
async function tagLinks(db: Db, table: string, column: string, ids: readonly string[]): Promise<Linked[]> {
  const item = `l.${column}`
  const { rows } = await sql<{ ids: string | null; tag_ids: string | null }>`
    select ${db.dialect.lines(item)} as ids, ${db.dialect.lines('l.tag_id')} as tag_ids
    from ${sql.table(table)} l where ${db.dialect.idIn(item, ids)}`.execute(db.sql)
  const [links] = rows
  if (!links?.ids || !links.tag_ids) return []
  const tagIds = links.tag_ids.split('\n')
  return links.ids.split('\n').map((id, at) => ({ id, tag_id: tagIds[at] ?? '' }))
}

export type LabelStore = ReturnType<typeof labelStore>
