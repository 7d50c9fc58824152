// Lists the ids of a person's items of one kind, for reading all of them in pages.
import { sql } from 'kysely'
import { type ChangeKind, versionsOf } from '../../platform/storage/tracked-tables.ts'
import type { Db } from '../../platform/storage/unit-of-work.ts'
import { requestStore } from '../people/friends/request-store.ts'

/** Sorts before every id. PostgreSQL accepts no empty string as a UUID. */
const FIRST = { uuid: '00000000-0000-0000-0000-000000000000', text: '' } as const

export const idTypeOf = (kind: ChangeKind): 'uuid' | 'text' => versionsOf(kind)[0]?.idType ?? 'uuid'

/** Returns the next ids after `after`, in order. Without `after`, begins with the first. */
export async function heldIds(
  db: Db,
  kind: ChangeKind,
  ownerId: string,
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  const from = after ?? FIRST[idTypeOf(kind)]
  const inPage = (ids: readonly string[]) =>
    ids
      .filter(id => id > from)
      .sort()
      .slice(0, limit)
  // Exist even if nothing is stored.
  if (kind === 'preferences') return inPage([ownerId])
  // Not in one table, because requests to an email address belong to nobody's log but the sender's.
  if (kind === 'friend_request') return inPage(await requestIds(db, ownerId))
  const [source] = versionsOf(kind)
  if (!source) return []
  const id = sql.ref(source.id)
  const { rows } = await sql<{ id: string }>`
    select ${id} as id from ${sql.table(source.table)}
    where ${sql.ref(source.owner)} = ${ownerId} and ${id} > ${from} order by ${id} limit ${limit}`.execute(
    db.sql,
  )
  return rows.map(row => row.id)
}

async function requestIds(db: Db, ownerId: string): Promise<string[]> {
  const store = requestStore(db)
  const [received, sent] = [await store.listReceived(ownerId, {}), await store.listSent(ownerId, {})]
  return [...received.items, ...sent.items].map(({ id }) => id)
}
