import { ENTRY_TEXT_NAMES, type EntryTexts, textsOf } from '@daymark/contract/planning/entry-texts'
import { type SearchText, searchText } from '@daymark/contract/search/search-text'
import { type RawBuilder, sql } from 'kysely'
import { pauses } from '../../kernel/concurrency/in-turns.ts'
import type { IdList } from '../dialect.ts'
import { slicesBySize, slicesOf } from '../statements/in-steps.ts'
import { sentStatement, statement } from '../statements/statement.ts'
import type { Db } from '../unit-of-work.ts'
import { SEARCHED_TABLES, type SearchedKind, type SearchedTable } from './searched-tables.ts'

/** The data for an item's search text. Null for fields that the item's kind does not have. */
export interface TextRow extends EntryTexts {
  kind: SearchedKind
  id: string
  owner_id: string
  title: string | null
  created_at: number
}

/**
 * Selects the columns of all kinds, with nulls for those that the table lacks, so that a union can combine the kinds.
 */
export const textColumns = (table: SearchedTable, alias: string): RawBuilder<unknown> =>
  sql.join(
    ENTRY_TEXT_NAMES.map(name =>
      SEARCHED_TABLES[table].texts.includes(name)
        ? sql.ref(`${alias}.${name}`)
        : sql`null as ${sql.ref(name)}`,
    ),
  )

export const textList = (row: EntryTexts): (string | null)[] => Object.values(textsOf(row))

/** Rows per batch. Small, because each row may have a description of 40 KB. */
const BATCH = 200

/** Deletes one id per statement, because SQLite would read all of the owner's texts to find several ids. */
const removeText = sentStatement<[ownerId: string, kind: SearchedKind, id: string]>(
  (_db, ownerId, kind, id) => sql`
    delete from search_texts where owner_id = ${ownerId} and kind = ${kind} and id = ${id}`,
)

export const itemTextStore = (db: Db) => ({
  /**
   * Stores search texts from these rows alone, without the changed occurrences of a series, which may have their own
   * texts.
   */
  async put(rows: readonly TextRow[]): Promise<void> {
    await putTexts(db, rows, row => searchText(row.title, textList(row)))
  },

  /** Reads the current rows, including changed occurrences, and stores their search texts. */
  async refresh(items: ReadonlyMap<SearchedTable, Iterable<string>>): Promise<void> {
    const all = [...items].flatMap(([table, ids]) => Array.from(ids, id => ({ table, id })))
    for (const some of slicesOf(all)) await putRows(db, await rowsOf(db, some))
  },

  async remove(ownerId: string, kind: SearchedKind, ids: readonly string[]): Promise<void> {
    for (const id of ids) await removeText(db, ownerId, kind, id)
  },

  async removeOwner(ownerId: string): Promise<void> {
    await sql`delete from search_texts where owner_id = ${ownerId}`.execute(db.sql)
  },

  /** Stores the texts of everyone's items, in batches. */
  async fill(): Promise<void> {
    for (const table of Object.keys(SEARCHED_TABLES) as SearchedTable[]) {
      for (let after: string | undefined; ; ) {
        const rows = await nextRows(db, table, after)
        await putRows(db, rows)
        after = rows.at(-1)?.id
        if (rows.length < BATCH) break
      }
    }
  },
})

/** Maps each series to the texts of its changed occurrences, in the order of their original starts. */
export async function occurrenceTexts(
  db: Db,
  seriesIds: readonly string[],
): Promise<Map<string, (string | null)[]>> {
  const columns = ['title', ...ENTRY_TEXT_NAMES].map(name => sql.ref(name))
  const { rows } = await sql<EntryTexts & { series_id: string; title: string | null }>`
    select series_id, ${sql.join(columns)} from schedule_exceptions
    where ${db.dialect.idIn('schedule_exceptions.series_id', seriesIds)} and deleted = ${db.dialect.bool(false)}
      and coalesce(${sql.join(columns)}) is not null
    order by series_id, original_start`.execute(db.sql)
  const texts = new Map<string, Set<string | null>>()
  for (const row of rows) {
    const known = texts.get(row.series_id) ?? new Set()
    for (const text of [row.title, ...textList(row)]) known.add(text)
    texts.set(row.series_id, known)
  }
  return new Map([...texts].map(([id, all]) => [id, [...all]]))
}

interface StoredItem extends TextRow {
  /** 1 for a series, because its occurrences may have their own texts. */
  repeats: number
}

const selected = (table: SearchedTable) => {
  const { kind, title } = SEARCHED_TABLES[table]
  const repeats = table === 'schedules' ? sql`case when recurrence_rule is null then 0 else 1 end` : sql`0`
  return sql`select ${sql.lit(kind)} as kind, id, owner_id, ${sql.ref(title)} as title, ${textColumns(table, table)},
    created_at, ${repeats} as repeats from ${sql.table(table)}`
}

type Read = (db: Db, ...lists: IdList[]) => Promise<StoredItem[]>
const reads = new Map<string, Read>()

/** Reads items of several tables with one statement, which is built once per combination of tables. */
function readOf(tables: readonly SearchedTable[]): Read {
  const known =
    reads.get(tables.join()) ??
    statement((db, ...lists: IdList[]) => {
      const each = tables.map(
        (table, at) => sql`${selected(table)} where ${db.dialect.idInList(`${table}.id`, lists[at] ?? [])}`,
      )
      return sql<StoredItem>`${sql.join(each, sql` union all `)}`
    })
  reads.set(tables.join(), known)
  return known
}

async function rowsOf(db: Db, items: readonly { table: SearchedTable; id: string }[]): Promise<StoredItem[]> {
  const byTable = Map.groupBy(items, ({ table }) => table)
  const lists = [...byTable.values()].map(some => db.dialect.idList(some.map(({ id }) => id)))
  return readOf([...byTable.keys()])(db, ...lists)
}

async function nextRows(db: Db, table: SearchedTable, after: string | undefined): Promise<StoredItem[]> {
  const later = after === undefined ? sql`` : sql`where id > ${after}`
  const { rows } = await sql<StoredItem>`${selected(table)} ${later} order by id limit ${BATCH}`.execute(
    db.sql,
  )
  return rows
}

async function putRows(db: Db, rows: readonly StoredItem[]): Promise<void> {
  const series = rows.flatMap(({ id, repeats }) => (Number(repeats) === 1 ? [id] : []))
  const more = series.length > 0 ? await occurrenceTexts(db, series) : undefined
  await putTexts(db, rows, row => searchText(row.title, [...textList(row), ...(more?.get(row.id) ?? [])]))
}

async function putTexts(
  db: Db,
  rows: readonly TextRow[],
  textOf: (row: TextRow) => SearchText,
): Promise<void> {
  if (rows.length === 0) return
  const cellsOf = (row: TextRow): unknown[] => {
    const { title_length, text, initials } = textOf(row)
    return [row.owner_id, row.kind, row.id, row.created_at, title_length, text, initials]
  }
  const putSome = db.dialect.name === 'sqlite' ? putFew[rows.length] : undefined
  if (putSome) {
    await putSome(db, ...rows.flatMap(cellsOf))
    return
  }
  // Descriptions are long, so only a few are normalized before other requests get their turn.
  const breathe = pauses()
  for (const some of slicesBySize(rows, ({ description }) => description?.length ?? 0)) {
    const cells: unknown[][] = []
    for (const row of some) {
      cells.push(cellsOf(row))
      await breathe()
    }
    await putJson(db, JSON.stringify(cells))
  }
}

const CELLS = 7
const INSERT = sql`insert into search_texts (owner_id, kind, id, created_at, title_length, text, initials)`
const OR_UPDATE = sql`on conflict (owner_id, kind, id) do update set
  title_length = excluded.title_length, text = excluded.text, initials = excluded.initials`

/**
 * Statements for up to four rows, by number of rows. On SQLite, parameters are cheaper than JSON, and most changes
 * affect one or two items.
 */
const putFew = Array.from({ length: 5 }, (_, count) =>
  statement<unknown[], never>((_db, ...cells) => {
    const rows = Array.from({ length: count }, (_, at) => cells.slice(at * CELLS, (at + 1) * CELLS))
    return sql`${INSERT} values ${sql.join(rows.map(row => sql`(${sql.join(row)})`))} ${OR_UPDATE}`
  }),
)

/** Takes the rows as one JSON parameter, so that the statement is prepared once for any number of rows. */
const putJson = sentStatement((db, rows: string) => {
  const from =
    db.dialect.name === 'sqlite'
      ? sql`select json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'),
          json_extract(value, '$[3]'), json_extract(value, '$[4]'), json_extract(value, '$[5]'), json_extract(value, '$[6]')
          from json_each(${rows}) where true`
      : sql`select v ->> 0, v ->> 1, (v ->> 2)::uuid, (v ->> 3)::bigint, (v ->> 4)::bigint, v ->> 5, v ->> 6
          from json_array_elements(${rows}::json) as x (v)`
  return sql<never>`${INSERT} ${from} ${OR_UPDATE}`
})
