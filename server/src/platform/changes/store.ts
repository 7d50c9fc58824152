// SQL that reads the change log.
import { type RawBuilder, sql } from 'kysely'
import { pauses } from '../kernel/concurrency/in-turns.ts'
import { type ChangeKind, ROOTS, type RootKind, versionsOf } from '../storage/tracked-tables.ts'
import type { Db } from '../storage/unit-of-work.ts'
import type { Entry } from './change.ts'
import { totalsStore } from './totals-store.ts'

export const changeStore = (db: Db) => ({
  /** Returns undefined if the owner has no such resource. */
  async versionOf(kind: ChangeKind, ownerId: string, id: string): Promise<number | undefined> {
    const versions = versionsOf(kind).map(
      from => sql`select ${sql.ref(from.column)} as version from ${sql.table(from.table)}
        where ${sql.ref(from.id)} = ${id} and ${sql.ref(from.owner)} = ${ownerId}
          ${from.status === undefined ? sql`` : sql`and status = ${from.status}`}`,
    )
    const { rows } = await sql<{ version: number }>`${sql.join(versions, sql` union all `)}`.execute(db.sql)
    return rows[0]?.version
  },

  /** Reads the owner and title of resources whose own rows did not change in this transaction. */
  async describe(kind: RootKind, ids: readonly string[]) {
    const { table, title } = ROOTS[kind]
    const { rows } = await sql<{ id: string; owner_id: string; title: string | null }>`
      select id, owner_id, ${title === null ? sql`null` : sql.ref(title)} as title from ${sql.table(table)}
      where ${db.dialect.idIn('id', ids)}`.execute(db.sql)
    return new Map(rows.map(row => [row.id, row]))
  },

  /** Reads a page of entries after `since` up to `upTo`, in order. */
  async after(
    ownerId: string,
    { since, upTo, limit }: { since: number; upTo: number; limit: number },
  ): Promise<Entry[]> {
    return entries(
      db,
      sql`c.owner_id = ${ownerId} and c.seq > ${since} and c.seq <= ${upTo}`,
      sql`order by c.seq limit ${limit}`,
    )
  },

  /**
   * Reads a page of entries of these kinds. Searches the log in steps up to `upTo`, because a log of a million entries
   * may contain none of these kinds. `upTo` must not exceed the current sequence number.
   */
  async ofKinds(
    ownerId: string,
    kinds: readonly string[],
    { since, upTo, limit }: { since: number; upTo: number; limit: number },
    step = LOG_STEP,
  ): Promise<Entry[]> {
    const found: Entry[] = []
    if (kinds.length === 0) return found // PostgreSQL does not accept an empty list.
    const breathe = pauses()
    for (let from = since; from < upTo && found.length < limit; from += step) {
      const some = await entries(
        db,
        sql`c.owner_id = ${ownerId} and c.seq > ${from} and c.seq <= ${Math.min(upTo, from + step)}
          and c.kind in (${sql.join(kinds)})`,
        sql`order by c.seq limit ${limit - found.length}`,
      )
      found.push(...some)
      await breathe()
    }
    return found
  },

  /** Returns the last position of each resource of this kind in a batch. */
  async versionsIn(ownerId: string, batchId: string, kind: ChangeKind): Promise<Map<string, number>> {
    const { rows } = await sql<{ id: string; seq: number }>`
      select resource_id as id, max(seq) as seq from changes
      where batch_id = ${batchId} and owner_id = ${ownerId} and kind = ${kind} group by resource_id`.execute(
      db.sql,
    )
    return new Map(rows.map(({ id, seq }) => [id, seq]))
  },

  /** Returns the position of the batch's last entry of each kind. */
  async lastOfKinds(ownerId: string, batchId: string): Promise<Map<ChangeKind, number>> {
    const { rows } = await sql<{ kind: ChangeKind; seq: number }>`
      select kind, max(seq) as seq from changes
      where batch_id = ${batchId} and owner_id = ${ownerId} group by kind`.execute(db.sql)
    return new Map(rows.map(({ kind, seq }) => [kind, seq]))
  },

  async find(ownerId: string, batchId: string, kind: string, id: string): Promise<Entry | undefined> {
    const [entry] = await entries(
      db,
      sql`c.owner_id = ${ownerId} and c.batch_id = ${batchId} and c.kind = ${kind} and c.resource_id = ${id}`,
      sql`order by c.seq desc limit 1`,
    )
    return entry
  },

  /** Returns the position just before the oldest entry. The log contains every change after this position. */
  async startOf(ownerId: string): Promise<number> {
    const { rows } = await sql<{ seq: number | null }>`
      select min(seq) - 1 as seq from changes where owner_id = ${ownerId}`.execute(db.sql)
    return rows[0]?.seq ?? (await totalsStore(db).currentSeq(ownerId))
  },
})

/**
 * The number of entries that one statement searches. SQLite needs a few milliseconds for this many. Tests use smaller
 * steps.
 */
const LOG_STEP = 10_000

interface EntryRow extends Omit<Entry, 'detail' | 'follow_up' | 'batch_end'> {
  detail: string | null
  follow_up: boolean | 0 | 1
  batch_end: boolean | 0 | 1
}

export async function entries(
  db: Db,
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<Entry[]> {
  const { rows } = await sql<EntryRow>`
    select c.owner_id, c.seq, c.at, c.kind, c.resource_id as id, c.action, c.instance_start, c.title, c.detail,
      c.follow_up, c.batch_end, c.batch_id, c.actor_id, c.via, c.token_name, c.reply_to
    from changes c where ${where} ${order}`.execute(db.sql)
  return rows.map(({ detail, follow_up, batch_end, ...row }) => ({
    ...row,
    follow_up: Boolean(follow_up),
    batch_end: Boolean(batch_end),
    detail: detail === null ? null : JSON.parse(detail),
  }))
}
