// SQL of the schedules and todos that are shown inside timers: one statement each, however many timers.
import { sql } from 'kysely'
import type { Db } from '../../platform/storage/unit-of-work.ts'
import { type ScheduleView, whole } from '../planning/schedules/schedule.ts'
import type { TodoView } from '../planning/todos/todo.ts'
import type { ViewRow } from '../planning/todos/view.ts'
import { toViews, viewColumns } from '../planning/todos/view-store.ts'
import { carriedTags, tagReader } from '../tags/tags-of-store.ts'
import type { Viewer } from '../visibility/policy.ts'

const COLUMNS = [
  's.id',
  's.owner_id',
  's.title',
  's.description',
  's.start_time',
  's.end_time',
  's.timezone',
  's.recurrence_rule',
  's.recurrence_end',
  's.source_todo_id',
  's.state',
  's.version',
  's.created_at',
  's.updated_at',
] as const

export const embedStore = (db: Db) => ({
  /** Without anything about how they are shared: what a timer shows of them follows from the timer. */
  async schedules(ids: readonly string[]): Promise<Map<string, ScheduleView>> {
    if (ids.length === 0) return new Map()
    const rows = await db.sql
      .selectFrom('schedules as s')
      .select(COLUMNS)
      .select(carriedTags(db.dialect, 'schedule_tags', sql`l.schedule_id = s.id`).as('tags'))
      .where(db.dialect.idIn('s.id', ids))
      .execute()
    const readTags = tagReader()
    return new Map(
      rows.map(row => [row.id, whole({ ...row, tags: readTags(row.tags), visibility_level: null })]),
    )
  },

  /** The schedules inside a todo are those that the viewer may see in their own right. */
  async todos(ids: readonly string[], viewer: Viewer): Promise<Map<string, TodoView>> {
    if (ids.length === 0) return new Map()
    const { rows } = await sql<ViewRow>`
      select ${viewColumns(db, viewer)}, 'MATCH' as include_reason
      from todos t where ${db.dialect.idIn('t.id', ids)}`.execute(db.sql)
    const views = await toViews(db, rows, viewer.id)
    return new Map(views.map(todo => [todo.id, withoutSharing(todo)]))
  },
})

const withoutSharing = (todo: TodoView): TodoView => ({
  ...todo,
  ...NOT_TOLD,
  schedules: todo.schedules.map(schedule => ({ ...schedule, ...NOT_TOLD })),
})

const NOT_TOLD = { visibility_level: null, settings: null }
