import { type RawBuilder, sql } from 'kysely'

export interface ColumnTypes {
  id: string
  text: string
  bool: string
  /** For epoch milliseconds and other integers. */
  int: string
  real: string
  /** The table options after the columns of `create table`: `strict` on SQLite, empty on PostgreSQL. */
  end: string
}

export interface Dialect {
  readonly name: 'sqlite' | 'postgres'
  readonly types: ColumnTypes
  /** Converts a boolean to the value that the database returns. */
  bool(value: boolean): boolean | number
  /** Aggregates one JSON value per row into a JSON array. Returns `[]` without rows. */
  jsonArray(element: RawBuilder<unknown>, orderBy?: RawBuilder<unknown>): RawBuilder<string>
  /** Builds a JSON array, which is faster to write and read than an object. */
  jsonTuple(values: readonly RawBuilder<unknown>[]): RawBuilder<unknown>
  /** Aggregates a column into a comma-separated string in any order. Returns null without rows. */
  joined(column: string): RawBuilder<string | null>
  /**
   * Aggregates a column into a string with one line per row. Nulls become empty lines. If a statement aggregates
   * several columns, their lines have the same order.
   */
  lines(column: string): RawBuilder<string | null>
  jsonObject(fields: Record<string, RawBuilder<unknown>>): RawBuilder<unknown>
  /**
   * Extracts `at` from the last pair in a JSON array of `[name, at]` pairs. Must match the expression in the index of
   * long timers.
   */
  lastPairAt(column: string): RawBuilder<number>
  /**
   * Tests whether an id column is in the list. Passes the list as one parameter, so that the statement is prepared only
   * once.
   */
  idIn(column: string, ids: readonly string[]): RawBuilder<boolean>
  /** Like `idIn`, for a column with any texts. */
  textIn(column: string, texts: readonly string[]): RawBuilder<boolean>
  /** Like `idIn`, for a list that `idList` has already converted. */
  idInList(column: string, list: IdList): RawBuilder<boolean>
  idList(ids: readonly string[]): IdList
  /** Tests whether a column matches one of these `like` patterns, whose escape character is a backslash. */
  likeAny(column: string, patterns: readonly string[]): RawBuilder<boolean>
  /**
   * Keeps SQLite from using an index for this column when another condition already finds the rows. SQLite prefers
   * `owner_id = ?` to a list of ids and would read all items of the owner.
   */
  unindexed(column: string): RawBuilder<unknown>
  /**
   * The clause that makes a `select` lock its rows and skip rows that another transaction has locked. Empty on SQLite,
   * because it has one writer.
   */
  readonly skipLocked: RawBuilder<unknown>
  /** Tests whether a column contains a string. Cheaper than `position` for conditions on very many rows. */
  contains(column: RawBuilder<unknown>, text: string): RawBuilder<boolean>
  /** Returns the first position of a string in a column, in characters from 1. Returns 0 if there is none. */
  position(column: RawBuilder<unknown>, text: string): RawBuilder<number>
}

export type IdList = string | readonly string[]

const ordered = (by: RawBuilder<unknown> | undefined) => (by ? sql` order by ${by}` : sql``)

const pairs = (fields: Record<string, RawBuilder<unknown>>) =>
  sql.join(Object.entries(fields).map(([name, value]) => sql`${sql.lit(name)}, ${value}`))

const NEWLINE = sql.lit('\n')

export const sqliteDialect: Dialect = {
  name: 'sqlite',
  types: { id: 'text', text: 'text', bool: 'integer', int: 'integer', real: 'real', end: 'strict' },
  bool: value => Number(value),
  jsonArray: (element, orderBy) => sql<string>`json_group_array(${element}${ordered(orderBy)})`,
  jsonTuple: values => sql`json_array(${sql.join(values)})`,
  joined: column => sql<string | null>`group_concat(${sql.ref(column)})`,
  lines: column => sql<string | null>`group_concat(coalesce(${sql.ref(column)}, ''), ${NEWLINE})`,
  jsonObject: fields => sql`json_object(${pairs(fields)})`,
  lastPairAt: column => sql<number>`(${sql.ref(column)} ->> '$[#-1][1]')`,
  idIn: (column, ids) => sqliteDialect.idInList(column, JSON.stringify(ids)),
  textIn: (column, texts) => sqliteDialect.idInList(column, JSON.stringify(texts)),
  idInList: (column, list) => sql<boolean>`${sql.ref(column)} in (select value from json_each(${list}))`,
  idList: ids => JSON.stringify(ids),
  likeAny: (column, patterns) =>
    sql<boolean>`exists (select 1 from json_each(${JSON.stringify(patterns)}) p
      where ${sql.ref(column)} like p.value escape '\\')`,
  unindexed: column => sql`+${sql.ref(column)}`,
  skipLocked: sql``,
  contains: (column, text) => sql<boolean>`${column} glob ${`*${text.replace(/[*?[]/g, '[$&]')}*`}`,
  position: (column, text) => sql<number>`instr(${column}, ${text})`,
}

export const postgresDialect: Dialect = {
  name: 'postgres',
  types: {
    id: 'uuid',
    // Sorts by bytes, so that lists have the same order as on SQLite regardless of the locale.
    text: 'text collate "C"',
    bool: 'boolean',
    int: 'bigint',
    real: 'double precision',
    end: '',
  },
  bool: value => value,
  jsonArray: (element, orderBy) => sql<string>`coalesce(json_agg(${element}${ordered(orderBy)}), '[]'::json)`,
  jsonTuple: values => sql`json_build_array(${sql.join(values)})`,
  joined: column => sql<string | null>`string_agg(${sql.ref(column)}::text, ',')`,
  lines: column => sql<string | null>`string_agg(coalesce(${sql.ref(column)}::text, ''), ${NEWLINE})`,
  jsonObject: fields => sql`json_build_object(${pairs(fields)})`,
  lastPairAt: column => sql<number>`((${sql.ref(column)}::jsonb -> -1 ->> 1)::bigint)`,
  idIn: (column, ids) => postgresDialect.idInList(column, ids),
  textIn: (column, texts) => sql<boolean>`${sql.ref(column)} = any(${texts}::text[])`,
  idInList: (column, list) => sql<boolean>`${sql.ref(column)} = any(${list}::uuid[])`,
  idList: ids => ids,
  likeAny: (column, patterns) => sql<boolean>`${sql.ref(column)} like any(${patterns}::text[])`,
  unindexed: column => sql.ref(column),
  skipLocked: sql`for update skip locked`,
  contains: (column, text) => sql<boolean>`strpos(${column}, ${text}) > 0`,
  position: (column, text) => sql<number>`strpos(${column}, ${text})`,
}
