// SQL that sets the versions of resources to the numbers of their log entries. On SQLite, triggers do this.
import { sql } from 'kysely'
import { CAPTURED } from '../../storage/statements/captured-rows.ts'
import { slicesOf } from '../../storage/statements/in-steps.ts'
import { statement } from '../../storage/statements/statement.ts'
import { isRootKind, ROOTS, type RootKind } from '../../storage/tracked-tables.ts'
import type { Db } from '../../storage/unit-of-work.ts'
import type { Draft } from '../change.ts'

const byKind = new Map(
  (Object.keys(ROOTS) as RootKind[]).map(kind => {
    const { table, id } = ROOTS[kind]
    const update = statement(
      (_db, versions: string) => sql<never>`update ${sql.table(table)} set version = v.seq
        from (select (e ->> 0)::${sql.raw(id)} as id, (e ->> 1)::bigint as seq
          from json_array_elements(${versions}::json) as e) as v where ${sql.table(table)}.id = v.id
        ${sql.raw(CAPTURED)}`,
    )
    return [kind, update]
  }),
)

/** Runs one statement per kind. */
export async function setVersions(
  db: Db,
  entries: readonly { readonly draft: Draft; readonly seq: number }[],
): Promise<void> {
  for (const [kind, group] of Map.groupBy(entries, ({ draft }) => draft.kind)) {
    if (!isRootKind(kind)) continue
    const versions = group
      .filter(({ draft }) => draft.action !== 'deleted')
      .map(({ draft, seq }) => [draft.id, seq])
    for (const some of slicesOf(versions)) await byKind.get(kind)?.(db, JSON.stringify(some))
  }
}
