import { sql } from 'kysely'
import { personalRows } from '../../../platform/storage/copies/personal/personal-rows.ts'
import { PERSONAL_TABLES } from '../../../platform/storage/copies/personal/personal-tables.ts'
import { slicesOf } from '../../../platform/storage/statements/in-steps.ts'
import type { Db } from '../../../platform/storage/unit-of-work.ts'
import { CONTENT_TABLES, type Row } from './content.ts'
import type { ExistingRows } from './exchange.ts'

/** Reads the content of a person as an export would. */
export async function eachContent(
  db: Db,
  ownerId: string,
  use: (rows: ExistingRows) => Promise<void>,
): Promise<void> {
  for (const name of CONTENT_TABLES) {
    const table = PERSONAL_TABLES[name]
    if (!table) continue
    for await (const rows of personalRows(db, name, table, ownerId)) await use({ table: name, rows })
  }
}

/** Returns those of `ids` whose rows belong to other people. */
export async function foreignIds(
  db: Db,
  ownerId: string,
  { table, owner = 'owner_id' }: { table: string; owner?: string },
  ids: readonly string[],
): Promise<string[]> {
  const found: string[] = []
  for (const some of slicesOf(ids, IDS_AT_ONCE)) {
    const { rows } = await sql<{ id: string }>`
      select id from ${sql.table(table)}
      where ${db.dialect.idIn('id', some)} and ${sql.ref(owner)} <> ${ownerId}`.execute(db.sql)
    found.push(...rows.map(({ id }) => id))
  }
  return found
}

const IDS_AT_ONCE = 1_000

/** Maps those UIDs and names of a few calendar objects that the person already has to the ids of their items. */
export async function objectNames(
  db: Db,
  ownerId: string,
  objects: readonly Row[],
): Promise<Map<string, string>> {
  if (objects.length === 0) return new Map()
  const { rows } = await sql<{ uid: string; name: string; kind: string; resource_id: string }>`
    select uid, name, kind, resource_id from calendar_objects where owner_id = ${ownerId} and (
      uid in (${sql.join(objects.map(({ uid }) => uid))}) or name in (${sql.join(objects.map(({ name }) => name))}))`.execute(
    db.sql,
  )
  return new Map(
    rows.flatMap(({ uid, name, kind, resource_id }) => [
      [`uid ${kind} ${uid}`, resource_id],
      [`name ${kind} ${name}`, resource_id],
    ]),
  )
}
