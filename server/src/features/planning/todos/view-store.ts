import { type RawBuilder, sql } from 'kysely'
import { columns } from '../../../platform/storage/columns.ts'
import type { Dialect } from '../../../platform/storage/dialect.ts'
import { statement } from '../../../platform/storage/statements/statement.ts'
import type { Db } from '../../../platform/storage/unit-of-work.ts'
import { tagsByIds } from '../../tags/store.ts'
import type { Tag } from '../../tags/tag.ts'
import { tagIdsOf, tagReader, tagsOf } from '../../tags/tags-of-store.ts'
import { sharingsOf } from '../../visibility/access.ts'
import type { Viewer } from '../../visibility/policy.ts'
import { levelOf, readableBy } from '../../visibility/scope.ts'
import { type EmbeddedSchedule, embeddedSchedule, readEmbedded } from '../schedules/view-store.ts'
import type { Todo, TodoView } from './todo.ts'
import { type Settings, toView, type ViewRow } from './view.ts'

export const todoColumns = columns<Todo>({
  id: 'fixed',
  owner_id: 'fixed',
  tag_group_id: 'saved',
  parent_id: 'saved',
  title: 'saved',
  description: 'saved',
  deadline: 'saved',
  deadline_date: 'saved',
  status: 'saved',
  estimate_minutes: 'saved',
  priority: 'saved',
  position: 'saved',
  completed_at: 'saved',
  recurrence_rule: 'saved',
  timezone: 'saved',
  repeat_from: 'saved',
  reminders: 'saved',
  series_id: 'saved',
  round: 'fixed',
  version: 'fixed',
  created_at: 'fixed',
  updated_at: 'saved',
})

const NONE: never[] = []

/** Selects only tag ids, because the todos in a list share few tags. */
const view = (dialect: Dialect, mayRead: RawBuilder<unknown>) => sql`
  ${todoColumns.of('t')}, ${levelOf('t')} as visibility_level,
  ${tagIdsOf(dialect, 'todo_tags', sql`l.todo_id = t.id`)} as tag_ids,
  (select ${dialect.jsonArray(embeddedSchedule(dialect))} from schedules s
    where s.source_todo_id = t.id ${mayRead}) as schedules`

/**
 * The select list for the alias `t`. Without a viewer, the result includes all schedules, so only the owner may
 * see it.
 */
export const todoView = ({ dialect }: Db, viewer?: Viewer): RawBuilder<unknown> =>
  view(dialect, viewer ? sql`and ${readableBy('schedule', viewer, 's')}` : sql``)

const findWhole = statement<[id: string], ViewRow & { tags: string }>(
  (db, id) => sql`
    select ${todoView(db)}, 'MATCH' as include_reason,
      ${tagsOf(db.dialect, 'todo_tags', sql`l.todo_id = t.id`)} as tags
    from todos t where t.id = ${id}`,
)

/** Finds todos of any owner. Includes only the schedules that the viewer may see. */
export async function findSeen(db: Db, ids: readonly string[], viewer: Viewer): Promise<TodoView[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ViewRow>`
    select ${todoView(db, viewer)}, 'MATCH' as include_reason
    from todos t where ${db.dialect.idIn('t.id', ids)}`.execute(db.sql)
  return toViews(db, rows, viewer.id)
}

/**
 * Finds one todo as its owner sees it. Needs only one statement if nothing is shared and the schedules have no other
 * tags than the todo.
 */
export async function findView(db: Db, id: string): Promise<TodoView | undefined> {
  const [row] = await findWhole(db, id)
  if (!row) return undefined
  const linked = readEmbedded(row)
  const others = linked.some(each => each.tag_ids !== null && each.tag_ids !== row.tag_ids)
  if (others) return (await toViews(db, [row], row.owner_id))[0]
  const tags = tagReader()(row.tags)
  const settings = await settingsOf(db, [row], [linked], row.owner_id)
  return toView(row, linked, ids => (ids === null ? NONE : tags), settings)
}

/** Finds todos as their owner sees them. */
export async function findViews(db: Db, ownerId: string, ids: readonly string[]): Promise<TodoView[]> {
  const { rows } = await sql<ViewRow>`
    select ${todoView(db)}, 'MATCH' as include_reason from todos t
    where ${db.dialect.unindexed('t.owner_id')} = ${ownerId} and ${db.dialect.idIn('t.id', ids)}`.execute(
    db.sql,
  )
  return toViews(db, rows, ownerId)
}

/** Converts rows to views with their tags and, for the viewer's own items, their sharing settings. */
export async function toViews(db: Db, rows: readonly ViewRow[], viewerId: string): Promise<TodoView[]> {
  const linked = rows.map(readEmbedded)
  const tags = await tagLists(db, rows, linked.flat())
  const settings = await settingsOf(db, rows, linked, viewerId)
  return rows.map((row, at) => toView(row, linked[at] ?? NONE, tags, settings))
}

/** Reads the sharing settings of the viewer's own items. Runs no query if nothing is shared. */
async function settingsOf(
  db: Db,
  rows: readonly ViewRow[],
  linked: readonly EmbeddedSchedule[][],
  viewerId: string,
): Promise<Settings | undefined> {
  const todoIds: string[] = []
  const scheduleIds: string[] = []
  for (const [at, row] of rows.entries()) {
    if (row.owner_id !== viewerId) continue
    if (row.visibility_level !== null) todoIds.push(row.id)
    for (const each of linked[at] ?? NONE) if (each.visibility_level !== null) scheduleIds.push(each.id)
  }
  if (todoIds.length + scheduleIds.length === 0) return undefined
  return {
    todos: await sharingsOf(db, 'todo', viewerId, todoIds),
    schedules: await sharingsOf(db, 'schedule', viewerId, scheduleIds),
  }
}

/** Returns a function that converts comma-separated tag ids to tags, sorted by name. Equal ids give the same array. */
async function tagLists(db: Db, todos: readonly ViewRow[], schedules: readonly EmbeddedSchedule[]) {
  const texts = new Set<string>()
  for (const todo of todos) if (todo.tag_ids !== null) texts.add(todo.tag_ids)
  for (const schedule of schedules) if (schedule.tag_ids !== null) texts.add(schedule.tag_ids)
  const ids = new Set<string>()
  for (const text of texts) for (const id of text.split(',')) ids.add(id)
  const tags = ids.size > 0 ? await tagsByIds(db, [...ids]) : NONE
  // Fast path for the usual case of one todo and its schedule: all tag lists are equal, and the tags are already
  // sorted.
  if (texts.size <= 1) return (text: string | null): Tag[] => (text === null ? NONE : tags)
  const places = new Map(tags.map((tag, at) => [tag.id, at]))
  const lists = new Map<string | null, Tag[]>()
  for (const text of texts) {
    const chosen = text.split(',').map(id => places.get(id) ?? -1)
    lists.set(
      text,
      chosen.sort((a, b) => a - b).flatMap(at => tags[at] ?? NONE),
    )
  }
  return (text: string | null): Tag[] => lists.get(text) ?? NONE
}
