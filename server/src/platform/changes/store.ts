// SQL that reads the change log, and erases a deleted person from it.
import { type RawBuilder, sql } from 'kysely'
import { pauses } from '../kernel/concurrency/in-turns.ts'
import { slicesOf } from '../storage/statements/in-steps.ts'
import { type ChangeKind, ROOTS, type RootKind, versionsOf } from '../storage/tracked-tables.ts'
import type { Db } from '../storage/unit-of-work.ts'
import type { Entry, StoredRow } from './change.ts'
import { eraseOutcomes } from './outcome-store.ts'
import { subtractHistory, totalsStore } from './totals-store.ts'

const FORGOTTEN = JSON.stringify({
  detail: 'The request succeeded. Its response was erased because it named a deleted account.',
})

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

  /**
   * Removes mentions of these people and addresses from the logs of others, and from stored webhook deliveries and
   * request outcomes. An item that was shared with these people, or a poll that they answered, can still be restored,
   * but without the mentions; other entries that mention these people can no longer be undone.
   */
  async forgetPeople(ids: readonly string[], addresses: readonly string[]): Promise<void> {
    for (const text of [...ids, ...addresses]) {
      const named = `%${JSON.stringify(text).replace(/[\\%_]/g, '\\$&')}%`
      const naming = sql`content like ${named} escape '\\'`
      await removeFromContents(db, naming, JSON.stringify(text))
      await subtractHistory(db, naming)
      await sql`update changes set content = null where ${naming}`.execute(db.sql)
      await sql`
        update webhook_deliveries set body = null, response_excerpt = null, next_attempt_at = null,
          status = case when status = 'pending' then 'canceled' else status end
        where body like ${named} escape '\\'`.execute(db.sql)
      await eraseOutcomes(db, sql`body like ${named} escape '\\'`, { status: 410, body: FORGOTTEN })
    }
    for (const id of ids) {
      await sql`update changes set actor_id = null where actor_id = ${id}`.execute(db.sql)
      await sql`update changes set resource_id = '' where kind = 'block' and resource_id = ${id}`.execute(
        db.sql,
      )
    }
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

/** Tables whose rows can be removed from an entry, because each of them is only about one person or address. */
const OF_ONE_PERSON = new Set(['visibility_users', 'visibility_emails', 'meeting_participants'])
/** How many contents are in memory at a time. */
const CONTENTS_STEP = 100

/** Removes the rows about a person from entries that have other rows as well. */
async function removeFromContents(db: Db, naming: RawBuilder<unknown>, quoted: string): Promise<void> {
  const { rows: found } = await sql<{ owner_id: string; seq: number }>`
    select owner_id, seq from changes where ${naming} order by owner_id, seq`.execute(db.sql)
  for (const [owner_id, keys] of Map.groupBy(found, key => key.owner_id)) {
    for (const some of slicesOf(keys, CONTENTS_STEP)) {
      const { rows } = await sql<{ seq: number; content: string }>`
        select seq, content from changes
        where owner_id = ${owner_id} and seq in (${sql.join(some.map(({ seq }) => seq))})`.execute(db.sql)
      for (const { seq, content } of rows) {
        const rest = contentWithout(content, quoted)
        if (rest === undefined) continue
        const entry = sql`owner_id = ${owner_id} and seq = ${seq}`
        await sql`update changes set content = ${rest} where ${entry}`.execute(db.sql)
        const bytes = Buffer.byteLength(content) - Buffer.byteLength(rest)
        await sql`
          update change_totals set history_bytes = history_bytes - ${bytes}
          where owner_id = ${owner_id}`.execute(db.sql)
      }
    }
  }
}

/**
 * Returns the content without the rows that name the person; undefined if such a row cannot be removed or no row would
 * be left. Ignores case, as SQLite does when it finds the entries.
 */
function contentWithout(content: string, quoted: string): string | undefined {
  const rows = JSON.parse(content) as StoredRow[]
  const names = (row: StoredRow) => JSON.stringify(row).toLowerCase().includes(quoted.toLowerCase())
  const rest = rows.filter(row => !names(row))
  const isRemovable = rows.every(row => OF_ONE_PERSON.has(row.table) || !names(row))
  return rest.length > 0 && isRemovable ? JSON.stringify(rest) : undefined
}

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
