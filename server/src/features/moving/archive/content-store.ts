import { sql } from 'kysely'
import { pauses } from '../../../platform/kernel/concurrency/in-turns.ts'
import { personalRows } from '../../../platform/storage/copies/personal/personal-rows.ts'
import { PERSONAL_TABLES } from '../../../platform/storage/copies/personal/personal-tables.ts'
import { slicesOf } from '../../../platform/storage/statements/in-steps.ts'
import type { Db } from '../../../platform/storage/unit-of-work.ts'
import {
  CONTENT_TABLES,
  changedAt,
  idOf,
  nextDigest,
  ownerOf,
  type Row,
  rootKind,
  rowText,
} from './content.ts'
import type { Existing } from './plan.ts'

/** Reads the content of a person as an export would, but keeps only what the comparison needs. */
export async function existingContent(db: Db, ownerId: string): Promise<Map<string, Existing>> {
  const found = new Map<string, Existing>()
  const sharings = new Map<string, string>()
  const breathe = pauses()
  for (const name of CONTENT_TABLES) {
    const table = PERSONAL_TABLES[name]
    if (!table) continue
    for await (const rows of personalRows(db, name, table, ownerId)) {
      for (const row of rows) add(name, row)
      await breathe()
    }
  }
  return found

  function add(table: string, row: Row): void {
    const kind = rootKind(table)
    if (kind) {
      const id = idOf(kind, row)
      const digest = nextDigest('', table, rowText(row))
      found.set(`${kind} ${id}`, { kind, id, updated_at: changedAt(row), digest, row: keptOf(row) })
      return
    }
    const owner = ownerOf(table, row, id => sharings.get(id))
    const unit = owner === undefined ? undefined : found.get(owner)
    if (!unit || owner === undefined) return
    if (table === 'visibility') sharings.set(String(row['id']), owner)
    unit.digest = nextDigest(unit.digest, table, rowText(row))
  }
}

/** Keeps only the columns that a comparison of items needs. Preferences (recognized by `theme`) keep all columns. */
const keptOf = ({ group_id, tag_group_id, parent_id, name, ended_at, ...rest }: Row): Row => ({
  ...{ group_id, tag_group_id, parent_id, ended_at, name },
  ...('theme' in rest && rest),
})

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
