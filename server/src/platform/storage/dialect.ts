// Differences between SQLite and PostgreSQL that stores and migrations need to know.
import { type RawBuilder, sql } from 'kysely'

export interface ColumnTypes {
  id: string
  text: string
  bool: string
  /** The type of epoch milliseconds and other integers. */
  int: string
  real: string
  /** The end of a `create table` statement. */
  end: string
}

export interface Dialect {
  readonly name: 'sqlite' | 'postgres'
  readonly types: ColumnTypes
  /** All rows of a subselect with one column of JSON values, as one JSON text; `[]` if there are none. */
  jsonArray(element: RawBuilder<unknown>, orderBy?: RawBuilder<unknown>): RawBuilder<string>
  /** A JSON array of these expressions, which is shorter to write and read than an object. */
  jsonTuple(values: readonly RawBuilder<unknown>[]): RawBuilder<unknown>
  /** All values of a subselect's column, comma-separated in any order; null if there are none. */
  joined(column: string): RawBuilder<string | null>
  /** These expressions of all rows as one text, in any order: a line per row, with spaces between; null is empty. */
  lines(values: readonly RawBuilder<unknown>[]): RawBuilder<string | null>
  /** A JSON object from name/expression pairs. */
  jsonObject(fields: Record<string, RawBuilder<unknown>>): RawBuilder<unknown>
  /** The second value of the last of a JSON array's `[name, at]` pairs, as in the index of long timers. */
  lastPairAt(column: string): RawBuilder<number>
  /** True if an id column is in this list. Always one parameter, so that the statement is prepared once. */
  idIn(column: string, ids: readonly string[]): RawBuilder<boolean>
  /** The same for a list that is already a parameter (see `idList`). */
  idInList(column: string, list: IdList): RawBuilder<boolean>
  idList(ids: readonly string[]): IdList
}

/** A list of ids as one parameter. */
export type IdList = string | readonly string[]

const ordered = (by: RawBuilder<unknown> | undefined) => (by ? sql` order by ${by}` : sql``)

const pairs = (fields: Record<string, RawBuilder<unknown>>) =>
  sql.join(Object.entries(fields).map(([name, value]) => sql`${sql.lit(name)}, ${value}`))

const lineOf = (values: readonly RawBuilder<unknown>[], text: (value: RawBuilder<unknown>) => unknown) =>
  sql.join(values.map(text), sql` || ' ' || `)
const sqliteText = (value: RawBuilder<unknown>) => sql`coalesce(${value}, '')`
const postgresText = (value: RawBuilder<unknown>) => sql`coalesce(${value}::text, '')`

export const sqliteDialect: Dialect = {
  name: 'sqlite',
  types: { id: 'text', text: 'text', bool: 'integer', int: 'integer', real: 'real', end: 'strict' },
  jsonArray: (element, orderBy) => sql<string>`json_group_array(${element}${ordered(orderBy)})`,
  jsonTuple: values => sql`json_array(${sql.join(values)})`,
  joined: column => sql<string | null>`group_concat(${sql.ref(column)})`,
  lines: values => sql<string | null>`group_concat(${lineOf(values, sqliteText)}, char(10))`,
  jsonObject: fields => sql`json_object(${pairs(fields)})`,
  lastPairAt: column => sql<number>`(${sql.ref(column)} ->> '$[#-1][1]')`,
  idIn: (column, ids) => sqliteDialect.idInList(column, JSON.stringify(ids)),
  idInList: (column, list) => sql<boolean>`${sql.ref(column)} in (select value from json_each(${list}))`,
  idList: ids => JSON.stringify(ids),
}

export const postgresDialect: Dialect = {
  name: 'postgres',
  types: {
    id: 'uuid',
    // Byte order, so that lists are sorted as on SQLite regardless of the server's locale.
    text: 'text collate "C"',
    bool: 'boolean',
    int: 'bigint',
    real: 'double precision',
    end: '',
  },
  jsonArray: (element, orderBy) => sql<string>`coalesce(json_agg(${element}${ordered(orderBy)}), '[]'::json)`,
  jsonTuple: values => sql`json_build_array(${sql.join(values)})`,
  joined: column => sql<string | null>`string_agg(${sql.ref(column)}::text, ',')`,
  lines: values => sql<string | null>`string_agg(${lineOf(values, postgresText)}, chr(10))`,
  jsonObject: fields => sql`json_build_object(${pairs(fields)})`,
  lastPairAt: column => sql<number>`((${sql.ref(column)}::jsonb -> -1 ->> 1)::bigint)`,
  idIn: (column, ids) => postgresDialect.idInList(column, ids),
  idInList: (column, list) => sql<boolean>`${sql.ref(column)} = any(${list}::uuid[])`,
  idList: ids => ids,
}
