// SQL of todos as they are shown: with tags, linked schedules and sharing, in a constant number of statements.
import { type RawBuilder, sql } from 'kysely'
import type { Dialect } from '../../storage/dialect.ts'
import { statement } from '../../storage/statement.ts'
import type { Db } from '../../storage/unit-of-work.ts'
import type { ScheduleState } from '../schedules/schedule.ts'
import { tagsByIds } from '../tags/store.ts'
import type { Tag } from '../tags/tag.ts'
import { sharingsOf } from '../visibility/access.ts'
import type { Sharing, Viewer } from '../visibility/policy.ts'
import { levelOf, readableBy } from '../visibility/scope.ts'
import type { IncludeReason, LinkedView, Todo, TodoView } from './todo.ts'

export interface ViewRow extends Todo {
  include_reason: IncludeReason
  visibility_level: string | null
  /** With commas between. */
  tag_ids: string | null
  /** JSON: a list of `ScheduleTuple`. */
  schedules: string
}

type ScheduleTuple = [
  id: string,
  title: string,
  description: string | null,
  start_time: number,
  end_time: number,
  timezone: string,
  recurrence_rule: string | null,
  recurrence_end: number | null,
  state: ScheduleState,
  created_at: number,
  updated_at: number,
  visibility_level: string | null,
  tag_ids: string | null,
]
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
  's.created_at',
  's.updated_at',
]

/** Tags are named by id only: a list carries the same few tags over and over, and each is read once. */
const columns = (dialect: Dialect, mayRead: RawBuilder<unknown>) => sql`
  t.id, t.owner_id, t.tag_group_id, t.parent_id, t.title, t.description, t.deadline, t.status, t.created_at,
  t.updated_at, ${levelOf('t')} as visibility_level,
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

const findById = (db: Db, id: string, viewer?: Viewer) => sql<ViewRow>`
  select ${viewColumns(db, viewer)}, 'MATCH' as include_reason from todos t where t.id = ${id}`

const findWhole = statement<[id: string], ViewRow>((db, id) => findById(db, id))

export async function findView(db: Db, id: string, viewer?: Viewer): Promise<ViewRow | undefined> {
  const rows = viewer ? (await findById(db, id, viewer).execute(db.sql)).rows : await findWhole(db, id)
  return rows[0]
}

/** Adds what the rows only name: tags, and how the viewer shares what is the viewer's own. */
export async function toViews(db: Db, rows: readonly ViewRow[], viewerId: string): Promise<TodoView[]> {
  const linked = rows.map(schedulesOf)
  const tags = await tagLists(db, rows, linked.flat())
  const own = (row: ViewRow) => row.owner_id === viewerId
  const todoIds = rows.filter(row => row.visibility_level !== null && own(row)).map(row => row.id)
  const scheduleIds = rows.flatMap((row, at) => (own(row) ? sharedIn(linked[at] ?? []) : []))
  const ofTodos = await sharingsOf(db, 'todo', viewerId, todoIds)
  const ofSchedules = await sharingsOf(db, 'schedule', viewerId, scheduleIds)
  // Field by field: spreading the rows of a long list costs more than reading them.
  return rows.map((row, at) => ({
    id: row.id,
    owner_id: row.owner_id,
    tag_group_id: row.tag_group_id,
    parent_id: row.parent_id,
    title: row.title,
    description: row.description,
    deadline: row.deadline,
    status: row.status,
    created_at: row.created_at,
    updated_at: row.updated_at,
    visibility_level: row.visibility_level,
    include_reason: row.include_reason,
    settings: ofTodos.get(row.id) ?? null,
    tags: tags(row.tag_ids),
    schedules: (linked[at] ?? []).map(tuple =>
      toSchedule(tuple, row, tags(tuple[12]), ofSchedules.get(tuple[0]) ?? null),
    ),
  }))
}

function schedulesOf(todo: ViewRow): ScheduleTuple[] {
  if (todo.schedules === '[]') return []
  const found = JSON.parse(todo.schedules) as ScheduleTuple[]
  // Sorted here: most todos have one, and the databases would sort for each.
  return found.length > 1 ? found.sort((a, b) => a[3] - b[3] || (a[0] < b[0] ? -1 : 1)) : found
}

const toSchedule = (tuple: ScheduleTuple, todo: Todo, tags: Tag[], settings: Sharing | null): LinkedView => ({
  id: tuple[0],
  owner_id: todo.owner_id,
  title: tuple[1],
  description: tuple[2],
  start_time: tuple[3],
  end_time: tuple[4],
  timezone: tuple[5],
  recurrence_rule: tuple[6],
  recurrence_end: tuple[7],
  parent_id: null,
  instance_start: null,
  source_todo_id: todo.id,
  state: tuple[8],
  created_at: tuple[9],
  updated_at: tuple[10],
  visibility_level: tuple[11],
  tags,
  settings,
})

const NONE: never[] = []

const sharedIn = (schedules: readonly ScheduleTuple[]): string[] => {
  const shared = schedules.filter(tuple => tuple[11] !== null)
  return shared.length > 0 ? shared.map(tuple => tuple[0]) : NONE
}

/** From a text of tag ids to the tags by name; the same combination gives the same array. */
async function tagLists(db: Db, todos: readonly ViewRow[], schedules: readonly ScheduleTuple[]) {
  const texts = new Set<string>()
  for (const todo of todos) if (todo.tag_ids !== null) texts.add(todo.tag_ids)
  for (const schedule of schedules) if (schedule[12] !== null) texts.add(schedule[12])
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
