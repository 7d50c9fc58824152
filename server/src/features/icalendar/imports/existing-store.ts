import { sql } from 'kysely'
import type { Db } from '../../../platform/storage/unit-of-work.ts'
import type { ObjectKind } from '../objects/collection.ts'

export interface Existing {
  uid: string
  id: string
  /** The object name, or null if neither a calendar app nor an import has stored the item. */
  name: string | null
  /** The stored text, or null if there is none. */
  source: string | null
  /** The todo group, or null for schedules. */
  group_id: string | null
}

const TABLES = { schedule: 'schedules', todo: 'todos' } as const
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Finds items by UID. The UID of an item that no app or import has stored is its id. */
export async function existingItems(
  db: Db,
  ownerId: string,
  kind: ObjectKind,
  uids: readonly string[],
): Promise<Map<string, Existing>> {
  if (uids.length === 0) return new Map()
  const table = sql.table(TABLES[kind])
  const group = kind === 'todo' ? sql`x.tag_group_id` : sql`null`
  const stored = await sql<Existing>`
    select o.uid, x.id, o.name, o.source, ${group} as group_id
    from calendar_objects o join ${table} x on x.id = o.resource_id
    where o.owner_id = ${ownerId} and o.kind = ${kind} and ${db.dialect.textIn('o.uid', uids)}`.execute(
    db.sql,
  )
  const found = new Map(stored.rows.map(row => [row.uid, row]))
  const ids = uids.filter(uid => UUID.test(uid) && !found.has(uid)).map(uid => uid.toLowerCase())
  if (ids.length === 0) return found
  const own = await sql<{ id: string; group_id: string | null }>`
    select x.id, ${group} as group_id from ${table} x
    where ${db.dialect.unindexed('x.owner_id')} = ${ownerId} and ${db.dialect.idIn('x.id', ids)} and not exists (
      select 1 from calendar_objects o where o.kind = ${kind} and o.resource_id = x.id)`.execute(db.sql)
  for (const { id, group_id } of own.rows)
    for (const uid of uids.filter(each => each.toLowerCase() === id))
      found.set(uid, { uid, id, name: null, source: null, group_id })
  return found
}
