import type { EntryTexts } from '@daymark/contract/planning/entry-texts'
import type { SearchStatus } from '@daymark/contract/search/search'
import { type RawBuilder, sql } from 'kysely'
import { occurrenceTexts, textColumns, textList } from '../../platform/storage/search/item-texts.ts'
import type { SearchedTable } from '../../platform/storage/search/searched-tables.ts'
import type { Db } from '../../platform/storage/unit-of-work.ts'
import { tagIdsOf } from '../tags/tags-of-store.ts'
import type { FoundItem, Moment } from './hit.ts'
import type { ItemKind } from './store.ts'

interface Row extends EntryTexts {
  id: string
  owner_id: string
  title: string | null
  status: SearchStatus | null
  start_at: number | null
  end_at: number | null
  start_date: number | string | null
  end_date: number | string | null
  is_series: unknown
  tag_ids: string | null
  created_at: number
}

const NOTHING = sql`null`
const ONLY_TIMED = (column: string) => sql`case when t.all_day then null else ${sql.ref(column)} end`
const ONLY_ALL_DAY = (column: string) => sql`case when t.all_day then ${sql.ref(column)} else null end`

type Selected = Record<
  'title' | 'status' | 'start_at' | 'end_at' | 'start_date' | 'end_date' | 'tag_ids',
  RawBuilder<unknown>
>

const columnsOf = ({
  dialect,
}: Db): Record<ItemKind, Partial<Selected> & { table: SearchedTable; repeats?: true }> => ({
  todo: {
    table: 'todos',
    status: sql`t.status`,
    start_at: sql`t.deadline`,
    start_date: sql`t.deadline_date`,
    tag_ids: tagIdsOf(dialect, 'todo_tags', sql`l.todo_id = t.id`),
    repeats: true,
  },
  schedule: {
    table: 'schedules',
    status: sql`t.state`,
    start_at: ONLY_TIMED('t.start_time'),
    end_at: ONLY_TIMED('t.end_time'),
    start_date: ONLY_ALL_DAY('t.start_time'),
    end_date: ONLY_ALL_DAY('t.end_time'),
    tag_ids: tagIdsOf(dialect, 'schedule_tags', sql`l.schedule_id = t.id`),
    repeats: true,
  },
  timer: {
    table: 'timers',
    status: sql`t.status`,
    start_at: sql`t.started_at`,
    tag_ids: tagIdsOf(dialect, 'timer_tags', sql`l.timer_id = t.id`),
  },
  tag: { table: 'tags', title: sql`t.name` },
  meeting: { table: 'meetings', start_date: sql`t.start_date`, end_date: sql`t.end_date` },
})

/** Reads items by id. Does not check who may see them, because the search has found only visible items. */
export async function readItems(db: Db, kind: ItemKind, ids: readonly string[]): Promise<FoundItem[]> {
  const { table, repeats, title = sql`t.title`, ...given } = columnsOf(db)[kind]
  const { status, start_at, end_at, start_date, end_date, tag_ids } = given
  const { rows } = await sql<Row>`
    select t.id, t.owner_id, ${title} as title, ${textColumns(table, 't')}, ${status ?? NOTHING} as status,
      ${start_at ?? NOTHING} as start_at, ${end_at ?? NOTHING} as end_at,
      ${start_date ?? NOTHING} as start_date, ${end_date ?? NOTHING} as end_date,
      ${repeats ? sql`t.recurrence_rule is not null` : NOTHING} as is_series,
      ${tag_ids ?? NOTHING} as tag_ids, t.created_at
    from ${sql.table(table)} t where ${db.dialect.idIn('t.id', ids)}`.execute(db.sql)
  const series = kind === 'schedule' ? rows.filter(row => Boolean(row.is_series)).map(row => row.id) : []
  const more = series.length > 0 ? await occurrenceTexts(db, series) : undefined
  return rows.map(row => toItem(row, more?.get(row.id) ?? []))
}

const toItem = (row: Row, occurrences: readonly (string | null)[]): FoundItem => ({
  id: row.id,
  owner_id: row.owner_id,
  title: row.title,
  texts: [...textList(row), ...occurrences],
  status: row.status,
  start: momentOf(row.start_at, row.start_date),
  end: momentOf(row.end_at, row.end_date),
  is_series: Boolean(row.is_series),
  tag_ids: row.tag_ids === null ? [] : row.tag_ids.split(',').sort(),
  created_at: row.created_at,
})

const momentOf = (at: number | null, date: number | string | null): Moment =>
  at !== null ? { at } : date !== null ? { date } : null
