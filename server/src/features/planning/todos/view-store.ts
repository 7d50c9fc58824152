// SQL of todos as they are shown: with tags, linked schedules and sharing, in a constant number of statements.
import { type RawBuilder, sql } from 'kysely'
import type { Dialect } from '../../../platform/storage/dialect.ts'
import { statement } from '../../../platform/storage/statement.ts'
import type { Db } from '../../../platform/storage/unit-of-work.ts'
import { TAG_FIELDS, type TagTuple, tagsByIds, toTag } from '../../tags/store.ts'
import type { Tag } from '../../tags/tag.ts'
import { sharingsOf } from '../../visibility/access.ts'
import type { Viewer } from '../../visibility/policy.ts'
import { levelOf, readableBy } from '../../visibility/scope.ts'
import type { TodoView } from './todo.ts'
import { type ScheduleTuple, type Settings, schedulesOf, toView, type ViewRow } from './view.ts'

const SCHEDULE_COLUMNS = [
  's.id',
  's.title',
  's.description',
  's.start_time',
  's.end_time',
  's.timezone',
  's.recurrence_rule',
  's.recurrence_end',
  's.state',
  's.version',
  's.created_at',
  's.updated_at',
]

const NONE: never[] = []

/** Tags are named by id only: a list carries the same few tags over and over, and each is read once. */
const columns = (dialect: Dialect, mayRead: RawBuilder<unknown>) => sql`
  t.id, t.owner_id, t.tag_group_id, t.parent_id, t.title, t.description, t.deadline, t.status, t.version,
  t.created_at, t.updated_at, ${levelOf('t')} as visibility_level,
  (select ${dialect.joinedIds('l.tag_id')} from todo_tags l where l.todo_id = t.id) as tag_ids,
  (select ${dialect.jsonArray(
    dialect.jsonTuple([
      ...SCHEDULE_COLUMNS.map(name => sql.ref(name)),
      levelOf('s'),
      sql`(select ${dialect.joinedIds('l.tag_id')} from schedule_tags l where l.schedule_id = s.id)`,
    ]),
  )} from schedules s
    where s.source_todo_id = t.id ${mayRead}) as schedules`

/** The columns of `t`; without a viewer all schedules are shown, which is right for the owner only. */
export const viewColumns = ({ dialect }: Db, viewer?: Viewer): RawBuilder<unknown> =>
  columns(dialect, viewer ? sql`and ${readableBy('schedule', viewer, 's')}` : sql``)

/** One todo as the viewer may see it, whoever has it. */
export async function findRow(db: Db, id: string, viewer: Viewer): Promise<ViewRow[]> {
  const { rows } = await sql<ViewRow>`
    select ${viewColumns(db, viewer)}, 'MATCH' as include_reason from todos t where t.id = ${id}`.execute(
    db.sql,
  )
  return rows
}

const findWhole = statement<[id: string], ViewRow & { tags: string }>((db, id) => {
  const { dialect } = db
  const tag = dialect.jsonTuple(TAG_FIELDS.map(name => sql.ref(`g.${name}`)))
  return sql`
    select ${viewColumns(db)}, 'MATCH' as include_reason,
      (select ${dialect.jsonArray(tag, sql`lower(g.name), g.id`)}
        from todo_tags l join tags g on g.id = l.tag_id where l.todo_id = t.id) as tags
    from todos t where t.id = ${id}`
})

/** One todo as its owner sees it. One statement while its schedules carry the same tags, as they mostly do. */
export async function findView(db: Db, id: string): Promise<TodoView | undefined> {
  const [row] = await findWhole(db, id)
  if (!row) return undefined
  const linked = schedulesOf(row)
  const others = linked.some(tuple => tuple[13] !== null && tuple[13] !== row.tag_ids)
  if (others) return (await toViews(db, [row], row.owner_id))[0]
  const tags = row.tags === '[]' ? NONE : (JSON.parse(row.tags) as TagTuple[]).map(toTag)
  const settings = await settingsOf(db, [row], [linked], row.owner_id)
  return toView(row, linked, text => (text === null ? NONE : tags), settings)
}

/** Todos as their owner sees them. */
export async function findViews(db: Db, ownerId: string, ids: readonly string[]): Promise<TodoView[]> {
  const { rows } = await sql<ViewRow>`
    select ${viewColumns(db)}, 'MATCH' as include_reason from todos t
    where t.owner_id = ${ownerId} and ${db.dialect.idIn('t.id', ids)}`.execute(db.sql)
  return toViews(db, rows, ownerId)
}

/** Adds what the rows only name: tags, and how the viewer shares what is the viewer's own. */
export async function toViews(db: Db, rows: readonly ViewRow[], viewerId: string): Promise<TodoView[]> {
  const linked = rows.map(schedulesOf)
  const tags = await tagLists(db, rows, linked.flat())
  const settings = await settingsOf(db, rows, linked, viewerId)
  return rows.map((row, at) => toView(row, linked[at] ?? NONE, tags, settings))
}

/** How the viewer shares what is the viewer's own; nothing is asked when nothing is shared. */
async function settingsOf(
  db: Db,
  rows: readonly ViewRow[],
  linked: readonly ScheduleTuple[][],
  viewerId: string,
): Promise<Settings | undefined> {
  const todoIds: string[] = []
  const scheduleIds: string[] = []
  for (const [at, row] of rows.entries()) {
    if (row.owner_id !== viewerId) continue
    if (row.visibility_level !== null) todoIds.push(row.id)
    for (const tuple of linked[at] ?? NONE) if (tuple[12] !== null) scheduleIds.push(tuple[0])
  }
  if (todoIds.length + scheduleIds.length === 0) return undefined
  return {
    todos: await sharingsOf(db, 'todo', viewerId, todoIds),
    schedules: await sharingsOf(db, 'schedule', viewerId, scheduleIds),
  }
}

/** From a text of tag ids to the tags by name; the same combination gives the same array. */
async function tagLists(db: Db, todos: readonly ViewRow[], schedules: readonly ScheduleTuple[]) {
  const texts = new Set<string>()
  for (const todo of todos) if (todo.tag_ids !== null) texts.add(todo.tag_ids)
  for (const schedule of schedules) if (schedule[13] !== null) texts.add(schedule[13])
  const ids = new Set<string>()
  for (const text of texts) for (const id of text.split(',')) ids.add(id)
  const tags = ids.size > 0 ? await tagsByIds(db, [...ids]) : NONE
  // Of one todo and its schedule, mostly: all are the same, and already in order.
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
