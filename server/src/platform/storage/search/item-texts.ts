// Normalized texts of items for search: builds and stores them, and fills the table of an older database.
import { type SearchText, searchText } from '@daymark/contract/search/search-text'
import { sql } from 'kysely'
import { pauses } from '../../kernel/concurrency/in-turns.ts'
import { slicesBySize, slicesOf } from '../statements/in-steps.ts'
import { statement } from '../statements/statement.ts'
import type { Db } from '../unit-of-work.ts'

/** The tables of items that search can find. */
export const SEARCHED_TABLES = {
  todos: { kind: 'todo', title: 'title' },
  schedules: { kind: 'schedule', title: 'title' },
  timers: { kind: 'timer', title: 'title' },
  tags: { kind: 'tag', title: 'name' },
  meetings: { kind: 'meeting', title: 'title' },
} as const
export type SearchedTable = keyof typeof SEARCHED_TABLES
export type SearchedKind = (typeof SEARCHED_TABLES)[SearchedTable]['kind']

export const isSearchedTable = (table: string): table is SearchedTable => table in SEARCHED_TABLES

/** The fields from which the search text of an item is built. */
export interface TextRow {
  id: string
  owner_id: string
  title: string | null
  description: string | null
  created_at: number
}

/** Small, because each row may have a description of 40 KB. */
const BATCH = 200

export const itemTextStore = (db: Db) => ({
  /** Stores the texts of items that have only a title and a description. */
  async put(kind: SearchedKind, rows: readonly TextRow[]): Promise<void> {
    await putTexts(db, kind, rows, row => searchText(row.title, [row.description]))
  },

  /** Reads the current rows and stores their texts. */
  async refresh(table: SearchedTable, ids: readonly string[]): Promise<void> {
    for (const some of slicesOf(ids)) await putRows(db, table, await rowsOf(db, table, some))
  },

  async remove(ownerId: string, kind: SearchedKind, ids: readonly string[]): Promise<void> {
    for (const some of slicesOf(ids)) {
      await sql`delete from search_texts where owner_id = ${ownerId} and kind = ${kind}
        and ${db.dialect.idIn('search_texts.id', some)}`.execute(db.sql)
    }
  },

  async removeOwner(ownerId: string): Promise<void> {
    await sql`delete from search_texts where owner_id = ${ownerId}`.execute(db.sql)
  },

  /** Stores the texts of all items of all people, in batches. */
  async fill(): Promise<void> {
    for (const table of Object.keys(SEARCHED_TABLES) as SearchedTable[]) {
      for (let after: string | undefined; ; ) {
        const rows = await nextRows(db, table, after)
        await putRows(db, table, rows)
        after = rows.at(-1)?.id
        if (rows.length < BATCH) break
      }
    }
  },
})

/** The texts of the changed occurrences of these series, by series, in the order of their original starts. */
export async function occurrenceTexts(
  db: Db,
  seriesIds: readonly string[],
): Promise<Map<string, (string | null)[]>> {
  const { rows } = await sql<{ series_id: string; title: string | null; description: string | null }>`
    select series_id, title, description from schedule_exceptions
    where ${db.dialect.idIn('schedule_exceptions.series_id', seriesIds)} and deleted = ${db.dialect.bool(false)}
      and (title is not null or description is not null)
    order by series_id, original_start`.execute(db.sql)
  const texts = new Map<string, Set<string | null>>()
  for (const { series_id, title, description } of rows) {
    const known = texts.get(series_id) ?? new Set()
    texts.set(series_id, known.add(title).add(description))
  }
  return new Map([...texts].map(([id, all]) => [id, [...all]]))
}

const selected = (table: SearchedTable) => sql`
  select id, owner_id, ${sql.ref(SEARCHED_TABLES[table].title)} as title, description, created_at
  from ${sql.table(table)}`

async function rowsOf(db: Db, table: SearchedTable, ids: readonly string[]): Promise<TextRow[]> {
  const { rows } = await sql<TextRow>`${selected(table)}
    where ${db.dialect.idIn(`${table}.id`, ids)}`.execute(db.sql)
  return rows
}

async function nextRows(db: Db, table: SearchedTable, after: string | undefined): Promise<TextRow[]> {
  const later = after === undefined ? sql`` : sql`where id > ${after}`
  const { rows } = await sql<TextRow>`${selected(table)} ${later} order by id limit ${BATCH}`.execute(db.sql)
  return rows
}

async function putRows(db: Db, table: SearchedTable, rows: readonly TextRow[]): Promise<void> {
  if (rows.length === 0) return
  const ids = rows.map(row => row.id)
  const more = table === 'schedules' ? await occurrenceTexts(db, ids) : undefined
  await putTexts(db, SEARCHED_TABLES[table].kind, rows, row =>
    searchText(row.title, [row.description, ...(more?.get(row.id) ?? [])]),
  )
}

async function putTexts(
  db: Db,
  kind: SearchedKind,
  rows: readonly TextRow[],
  textOf: (row: TextRow) => SearchText,
): Promise<void> {
  // Descriptions are long, so few of them are normalized before other requests get their turn.
  const breathe = pauses()
  for (const some of slicesBySize(rows, ({ description }) => description?.length ?? 0)) {
    const cells: unknown[][] = []
    for (const row of some) {
      const { title_length, text, initials } = textOf(row)
      cells.push([row.owner_id, row.id, row.created_at, title_length, text, initials])
      await breathe()
    }
    await putJson(db, kind, JSON.stringify(cells))
  }
}

/** Takes the rows as one JSON parameter, so that the statement is prepared once for any number of rows. */
const putJson = statement((db, kind: string, rows: string) => {
  const from =
    db.dialect.name === 'sqlite'
      ? sql`select json_extract(value, '$[0]'), ${kind}, json_extract(value, '$[1]'), json_extract(value, '$[2]'),
          json_extract(value, '$[3]'), json_extract(value, '$[4]'), json_extract(value, '$[5]')
          from json_each(${rows}) where true`
      : sql`select v ->> 0, ${kind}::text, (v ->> 1)::uuid, (v ->> 2)::bigint, (v ->> 3)::bigint, v ->> 4, v ->> 5
          from json_array_elements(${rows}::json) as x (v)`
  return sql<never>`
    insert into search_texts (owner_id, kind, id, created_at, title_length, text, initials) ${from}
    on conflict (owner_id, kind, id) do update set
      title_length = excluded.title_length, text = excluded.text, initials = excluded.initials`
})
