// SQL of todos as they are shown: with tags, linked schedules and sharing, in a constant number of statements.
import { type RawBuilder, sql } from 'kysely'
import type { Dialect } from '../../storage/dialect.ts'
import type { Db } from '../../storage/unit-of-work.ts'
import type { ScheduleState } from '../schedules/schedule.ts'
import { tagStore } from '../tags/store.ts'
import type { Tag } from '../tags/tag.ts'
import { sharingsOf } from '../visibility/access.ts'
import type { Sharing, Viewer } from '../visibility/policy.ts'
import { readableBy } from '../visibility/scope.ts'
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
  'sv.level',
]

/** Tags are named by id only: a list carries the same few tags over and over, and each is read once. */
const columns = (dialect: Dialect, mayRead: RawBuilder<unknown>) => sql`
  t.id, t.owner_id, t.tag_group_id, t.parent_id, t.title, t.description, t.deadline, t.status, t.created_at,
  t.updated_at, tv.level as visibility_level,
  (select ${dialect.joinedIds('l.tag_id')} from todo_tags l where l.todo_id = t.id) as tag_ids,
  (select ${dialect.jsonArray(
    dialect.jsonTuple([
      ...SCHEDULE_COLUMNS.map(name => sql.ref(name)),
      sql`(select ${dialect.joinedIds('l.tag_id')} from schedule_tags l where l.schedule_id = s.id)`,
    ]),
  )} from schedules s
    left join visibility sv on sv.resource_type = 'schedule' and sv.resource_id = s.id
    where s.source_todo_id = t.id ${mayRead}) as schedules`

const ownColumns = new Map<Dialect, RawBuilder<unknown>>()

/** The columns of `t`; without a viewer all schedules are shown, which is right for the owner only. */
export function viewColumns({ sql: db, dialect }: Db, viewer: Viewer | undefined): RawBuilder<unknown> {
  if (viewer) return columns(dialect, sql`and ${readableBy('schedule', viewer, 's')}`)
  // Always the same text: rendered once, it costs a read nothing.
  const known = ownColumns.get(dialect) ?? sql.raw(columns(dialect, sql``).compile(db).sql)
  ownColumns.set(dialect, known)
  return known
}

/** To be joined to `t`, for the level. */
export const withLevel = sql.raw(
  `left join visibility tv on tv.resource_type = 'todo' and tv.resource_id = t.id`,
)

export async function findView(db: Db, id: string, viewer?: Viewer): Promise<ViewRow | undefined> {
  const { rows } = await sql<ViewRow>`
    select ${viewColumns(db, viewer)}, 'MATCH' as include_reason
    from todos t ${withLevel} where t.id = ${id}`.execute(db.sql)
  return rows[0]
}

/** Adds what the rows only name: tags, and how the viewer shares what is the viewer's own. */
export async function toViews(db: Db, rows: readonly ViewRow[], viewerId: string): Promise<TodoView[]> {
  const schedules = rows.map(row => schedulesOf(row))
  const linked = schedules.flat()
  const tags = await tagLists(db, [...rows, ...linked])
  const ofTodos = await settingsOf(db, 'todo', viewerId, rows)
  const ofSchedules = await settingsOf(db, 'schedule', viewerId, linked)
  return rows.map(({ tag_ids, ...row }, at) => ({
    ...row,
    tags: tags(tag_ids),
    settings: ofTodos.get(row.id) ?? null,
    schedules: (schedules[at] ?? []).map(({ tag_ids, ...schedule }) => ({
      ...schedule,
      tags: tags(tag_ids),
      settings: ofSchedules.get(schedule.id) ?? null,
    })),
  }))
}

type LinkedRow = Omit<LinkedView, 'tags' | 'settings'> & { tag_ids: string | null }

function schedulesOf(todo: ViewRow): LinkedRow[] {
  if (todo.schedules === '[]') return []
  const found = JSON.parse(todo.schedules) as ScheduleTuple[]
  // Sorted here: most todos have one, and the databases would sort for each.
  if (found.length > 1) found.sort((a, b) => a[3] - b[3] || (a[0] < b[0] ? -1 : 1))
  return found.map(tuple => ({
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
    tag_ids: tuple[12],
  }))
}

/** From a text of tag ids to the tags by name; the same combination gives the same array. */
async function tagLists(db: Db, items: readonly { tag_ids: string | null }[]) {
  const texts = new Set(items.map(item => item.tag_ids))
  const ids = new Set([...texts].flatMap(text => text?.split(',') ?? []))
  const tags = ids.size > 0 ? await tagStore(db).byIds([...ids]) : []
  const rank = new Map(tags.map((tag, at) => [tag.id, at]))
  const lists = new Map<string | null, Tag[]>()
  for (const text of texts) {
    const ranks = (text?.split(',') ?? []).map(id => rank.get(id) ?? -1).sort((a, b) => a - b)
    lists.set(
      text,
      ranks.flatMap(at => tags[at] ?? []),
    )
  }
  return (text: string | null): Tag[] => lists.get(text) ?? []
}

async function settingsOf(
  db: Db,
  type: 'todo' | 'schedule',
  ownerId: string,
  items: readonly { id: string; owner_id: string; visibility_level: string | null }[],
): Promise<Map<string, Sharing>> {
  const shared = items.filter(item => item.visibility_level !== null && item.owner_id === ownerId)
  return sharingsOf(
    db,
    type,
    ownerId,
    shared.map(item => item.id),
  )
}
