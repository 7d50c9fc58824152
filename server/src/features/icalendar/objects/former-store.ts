// Which items were in a collection at an earlier position of the change log. Apps hear that an object is gone only if it
// was there.
import { ENTRY_TEXT_NAMES } from '@daymark/contract/planning/entry-texts'
import { sql } from 'kysely'
import { membersBefore, pagesAfter, rowBefore } from '../../../platform/changes/as-of.ts'
import { type RowWriter, rowName, rowWriter } from '../../../platform/changes/row-writer.ts'
import type { Row } from '../../../platform/storage/captured-row.ts'
import type { Db } from '../../../platform/storage/unit-of-work.ts'
import { isOfDeadline } from '../../planning/schedules/store.ts'
import type { Collection, ObjectKind } from './collection.ts'

const TABLES = {
  schedule: { table: 'schedules', tags: 'schedule_tags', column: 'schedule_id' },
  todo: { table: 'todos', tags: 'todo_tags', column: 'todo_id' },
} as const

/** The columns that `isOfDeadline` compares. */
const COMPARED = {
  schedules: [
    'id',
    'source_todo_id',
    'title',
    'recurrence_rule',
    'state',
    'reminders',
    'all_day',
    'start_time',
    'end_time',
  ],
  todos: ['id', 'title', 'description', 'deadline', 'deadline_date'],
}

/** Items whose past was erased from the log count as members. */
export async function membersAt(
  db: Db,
  collection: Collection,
  since: number,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { kind, owner_id, group_id, shows_deadlines } = collection
  const past = await pastOf(db, { kind, owner_id, since }, ids)
  const there = past.rows.filter(row => kind === 'schedule' || row['tag_group_id'] === group_id)
  const hidden =
    kind === 'schedule' && !shows_deadlines ? await ofDeadlinesAt(db, { owner_id, since }, past) : new Set()
  return new Set([...past.erased, ...there.flatMap(({ id }) => (hidden.has(id) ? [] : String(id)))])
}

interface Past {
  rows: Row[]
  /** The tags of these rows, as rows of the table that links them. */
  tags: Row[]
  erased: Set<string>
}

interface Moment {
  owner_id: string
  since: number
}

async function pastOf(
  db: Db,
  { kind, owner_id, since }: Moment & { kind: ObjectKind },
  ids: readonly string[],
): Promise<Past> {
  const past: Past = { rows: [], tags: [], erased: new Set() }
  if (ids.length === 0) return past
  const { table, tags, column } = TABLES[kind]
  const writer = rowWriter(db)
  const now = await writer.read(
    table,
    ids.map(id => ({ id })),
  )
  const linked = Map.groupBy(await linksOf(writer, kind, ids), row => String(row[column]))
  past.erased = await erasedAfter(db, { kind, owner_id, since }, ids)
  const items = new Map(
    ids.map(id => [
      id,
      {
        row: now.get(rowName(table, { id })),
        tagIds: (linked.get(id) ?? []).map(link => String(link['tag_id'])),
      },
    ]),
  )
  for await (const page of pagesAfter(db, owner_id, kind, ids, since))
    for (const change of page) {
      const item = items.get(change.id)
      if (!item) continue
      item.row = rowBefore([change], table, item.row)
      item.tagIds = membersBefore([change], tags, 'tag_id', item.tagIds)
    }
  for (const [id, { row, tagIds }] of items) {
    if (!row || past.erased.has(id)) continue
    past.rows.push({ ...row, id })
    for (const tag_id of tagIds) past.tags.push({ [column]: id, tag_id })
  }
  return past
}

const linksOf = (writer: RowWriter, kind: ObjectKind, ids: readonly string[]): Promise<Row[]> => {
  const { tags, column } = TABLES[kind]
  return writer.find(
    tags,
    [column],
    ids.map(id => ({ [column]: id })),
  )
}

/** The items with a change that can no longer be read. Follow-ups never had content. */
async function erasedAfter(
  db: Db,
  { kind, owner_id, since }: Moment & { kind: ObjectKind },
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct resource_id as id from changes
    where owner_id = ${owner_id} and kind = ${kind} and ${db.dialect.textIn('resource_id', ids)}
      and seq > ${since} and content is null and not follow_up`.execute(db.sql)
  return new Set(rows.map(row => row.id))
}

/** Asks `isOfDeadline` about rows as they were, which stand in for the tables of the same names. */
async function ofDeadlinesAt(db: Db, moment: Moment, { rows, tags }: Past): Promise<Set<unknown>> {
  const todoIds = new Set(rows.flatMap(({ source_todo_id: id }) => (typeof id === 'string' ? [id] : [])))
  if (todoIds.size === 0) return new Set()
  const todos = await pastOf(db, { ...moment, kind: 'todo' }, [...todoIds])
  const { given } = rowWriter(db)
  const links = (kind: ObjectKind, of: readonly Row[]) =>
    given(TABLES[kind].tags, [TABLES[kind].column, 'tag_id'], of)
  const { rows: found } = await sql<{ id: string }>`
    with todos as ${given('todos', COMPARED.todos, todos.rows)},
      todo_tags as ${links('todo', todos.tags)},
      schedule_tags as ${links('schedule', tags)}
    select x.id from ${given('schedules', [...COMPARED.schedules, ...ENTRY_TEXT_NAMES], rows)} x
    where ${isOfDeadline}`.execute(db.sql)
  return new Set(found.map(({ id }) => id))
}
