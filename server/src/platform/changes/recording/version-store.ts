// SQL that sets the versions of resources to the numbers of their log entries.
import { sql } from 'kysely'
import { CAPTURED } from '../../storage/statements/captured-rows.ts'
import { slicesOf } from '../../storage/statements/in-steps.ts'
import { statement } from '../../storage/statements/statement.ts'
import { ROOTS, type RootKind } from '../../storage/tracked-tables.ts'
import type { Db } from '../../storage/unit-of-work.ts'
import type { Draft } from '../change.ts'

interface Update {
  one(db: Db, seq: number, id: string): Promise<unknown>
  /** Takes pairs of resource id and version as JSON. */
  many(db: Db, versions: string): Promise<unknown>
}

const byKind = new Map<string, Update>(
  (Object.keys(ROOTS) as RootKind[]).map(kind => {
    const { table, id } = ROOTS[kind]
    const one = statement(
      (_db, seq: number, itemId: string) =>
        sql<never>`update ${sql.table(table)} set version = ${seq} where id = ${itemId}${sql.raw(CAPTURED)}`,
    )
    const many = statement(({ dialect }, versions: string) => {
      const pairs =
        dialect.name === 'postgres'
          ? sql`select (e ->> 0)::${sql.raw(id)} as id, (e ->> 1)::bigint as seq
              from json_array_elements(${versions}::json) as e`
          : sql`select value ->> 0 as id, value ->> 1 as seq from json_each(${versions})`
      return sql<never>`update ${sql.table(table)} set version = v.seq from (${pairs}) as v
        where ${sql.table(table)}.id = v.id${sql.raw(CAPTURED)}`
    })
    return [kind, { one, many }]
  }),
)

interface Numbered {
  readonly draft: Draft
  readonly seq: number
}

/** On SQLite, a few statements for single resources are cheaper than one for all. */
const FEW_ON_SQLITE = 8

/** Runs one statement per kind, or one per resource. */
export async function setVersions(db: Db, entries: readonly Numbered[]): Promise<void> {
  const existing = entries.filter(({ draft }) => draft.action !== 'deleted')
  if (db.dialect.name === 'sqlite' && existing.length <= FEW_ON_SQLITE) {
    for (const { draft, seq } of existing) await byKind.get(draft.kind)?.one(db, seq, draft.id)
    return
  }
  for (const [kind, group] of Map.groupBy(existing, ({ draft }) => draft.kind)) {
    const versions = group.map(({ draft, seq }) => [draft.id, seq])
    for (const some of slicesOf(versions)) await byKind.get(kind)?.many(db, JSON.stringify(some))
  }
}
