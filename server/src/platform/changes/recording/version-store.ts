// SQL that sets the versions of resources to the numbers of their log entries.
import { CHANGE_KINDS } from '@daymark/contract/constants'
import { sql } from 'kysely'
import { CAPTURED } from '../../storage/statements/captured-rows.ts'
import { slicesOf } from '../../storage/statements/in-steps.ts'
import { statement } from '../../storage/statements/statement.ts'
import { type ChangeKind, isRootKind, versionsOf } from '../../storage/tracked-tables.ts'
import type { Db } from '../../storage/unit-of-work.ts'
import type { Draft } from '../change.ts'

interface Update {
  one(db: Db, seq: number, id: string, ownerId: string): Promise<unknown>
  /**
   * `versions` is a JSON array of `[id, seq]` for kinds in `ROOTS`, and of `[id, seq, owner_id]` for all other kinds.
   */
  many(db: Db, versions: string): Promise<unknown>
}

const updatesOf = (kind: ChangeKind): Update[] =>
  versionsOf(kind).map(({ table, column, id, owner, idType }) => {
    const [target, version] = [sql.table(table), sql.ref(column)]
    const idColumn = sql.ref(`${table}.${id}`)
    const ownedBy = (value: unknown) =>
      isRootKind(kind) ? sql`` : sql` and ${sql.ref(`${table}.${owner}`)} = ${value}`
    const one = statement(
      (_db, seq: number, itemId: string, ownerId: string) =>
        sql<never>`update ${target} set ${version} = ${seq}
          where ${idColumn} = ${itemId}${ownedBy(ownerId)}${sql.raw(CAPTURED)}`,
    )
    const many = statement(({ dialect }, versions: string) => {
      const numbered =
        dialect.name === 'postgres'
          ? sql`select (e ->> 0)::${sql.raw(idType)} as id, (e ->> 1)::bigint as seq, e ->> 2 as owner_id
              from json_array_elements(${versions}::json) as e`
          : sql`select value ->> 0 as id, value ->> 1 as seq, value ->> 2 as owner_id from json_each(${versions})`
      return sql<never>`update ${target} set ${version} = v.seq from (${numbered}) as v
        where ${idColumn} = v.id${ownedBy(sql.ref('v.owner_id'))}${sql.raw(CAPTURED)}`
    })
    return { one, many }
  })

const byKind = new Map(CHANGE_KINDS.map(kind => [kind, updatesOf(kind)]))

interface Numbered {
  readonly draft: Draft
  readonly seq: number
}

/** On SQLite, a few statements for single resources are cheaper than one for all. */
const FEW_ON_SQLITE = 8

/**
 * Skips deleted resources. Updates one resource at a time for a few entries on SQLite, otherwise all resources of a
 * kind together.
 */
export async function setVersions(db: Db, entries: readonly Numbered[]): Promise<void> {
  if (db.dialect.name === 'sqlite' && entries.length <= FEW_ON_SQLITE) {
    for (const { draft, seq } of entries) {
      if (draft.action === 'deleted') continue
      for (const update of byKind.get(draft.kind) ?? []) await update.one(db, seq, draft.id, draft.owner_id)
    }
    return
  }
  const existing = entries.filter(({ draft }) => draft.action !== 'deleted')
  for (const [kind, group] of Map.groupBy(existing, ({ draft }) => draft.kind)) {
    const versions = group.map(({ draft: { id, owner_id }, seq }) =>
      isRootKind(kind) ? [id, seq] : [id, seq, owner_id],
    )
    for (const some of slicesOf(versions)) {
      for (const update of byKind.get(kind) ?? []) await update.many(db, JSON.stringify(some))
    }
  }
}
