// SQL of the change log: allocating numbers, appending entries, setting versions, reading and pruning.
import { type RawBuilder, sql } from 'kysely'
import type { Cause } from '../kernel/cause.ts'
import { slicesOf } from '../storage/statements/in-steps.ts'
import { statement } from '../storage/statements/statement.ts'
import { isRootKind, ROOTS, type RootKind } from '../storage/tracked-tables.ts'
import type { Db } from '../storage/unit-of-work.ts'
import type { Draft, Entry } from './change.ts'
import { subtractHistory, totalsStore } from './totals-store.ts'

// These run with every write, so their text is built once.
const insertBatch = statement(
  (
    _db,
    id: string,
    at: number,
    actorId: string | null,
    via: string,
    tokenName: string | null,
    replyTo: string | null,
    undoes: string | null,
  ) => sql<never>`
    insert into change_batches (id, at, actor_id, via, token_name, reply_to, undoes)
    values (${id}, ${at}, (select id from users where id = ${actorId}), ${via}, ${tokenName}, ${replyTo}, ${undoes})
    on conflict (id) do nothing`,
)
const COLUMNS = [
  'owner_id',
  'seq',
  'at',
  'kind',
  'resource_id',
  'action',
  'instance_start',
  'title',
  'detail',
  'content',
  'follow_up',
  'batch_end',
  'batch_id',
] as const

/** Rows as one JSON parameter, so that the statement is prepared once for any number of rows. */
const insertEntries = statement((db, rows: string) => {
  const columns = sql.join(COLUMNS.map(name => sql.ref(name)))
  return db.dialect.name === 'sqlite'
    ? sql<never>`insert into changes (${columns})
        select ${sql.join(COLUMNS.map((_, at) => sql`json_extract(value, ${sql.lit(`$[${at}]`)})`))}
        from json_each(${rows})`
    : sql<never>`insert into changes (${columns})
        select e ->> 0, (e ->> 1)::bigint, (e ->> 2)::bigint, e ->> 3, e ->> 4, e ->> 5, (e ->> 6)::bigint,
          e ->> 7, e ->> 8, e ->> 9, (e ->> 10)::boolean, (e ->> 11)::boolean, (e ->> 12)::uuid
        from json_array_elements(${rows}::json) as e`
})

const setVersion: Record<RootKind, (db: Db, versions: string) => Promise<never[]>> = mapRoots(table =>
  statement((db, versions: string) =>
    db.dialect.name === 'sqlite'
      ? sql<never>`update ${sql.table(table)} set version = v.seq
          from (select json_extract(value, '$[0]') as id, json_extract(value, '$[1]') as seq
            from json_each(${versions})) as v where ${sql.table(table)}.id = v.id`
      : sql<never>`update ${sql.table(table)} set version = v.seq
          from (select (e ->> 0)::uuid as id, (e ->> 1)::bigint as seq
            from json_array_elements(${versions}::json) as e) as v where ${sql.table(table)}.id = v.id`,
  ),
)

function mapRoots<T>(make: (table: string) => T): Record<RootKind, T> {
  return Object.fromEntries(Object.entries(ROOTS).map(([kind, { table }]) => [kind, make(table)])) as Record<
    RootKind,
    T
  >
}

export interface NumberedDraft extends Draft {
  readonly seq: number
  readonly batch_end: boolean
  /** The rows as they are stored. */
  readonly content: string | null
}

export const changeStore = (db: Db) => ({
  async append(cause: Cause, at: number, drafts: readonly NumberedDraft[]): Promise<void> {
    const { batch_id, actor_id, via, token_name, reply_to, undoes } = cause
    await insertBatch(db, batch_id, at, actor_id, via, token_name, reply_to, undoes)
    for (const some of slicesOf(drafts)) {
      await insertEntries(db, JSON.stringify(some.map(draft => toValues(draft, at, batch_id))))
    }
    for (const kind of new Set(drafts.map(draft => draft.kind))) {
      if (!isRootKind(kind)) continue
      const versions = drafts
        .filter(draft => draft.kind === kind && draft.action !== 'deleted')
        .map(({ id, seq }) => [id, seq])
      for (const some of slicesOf(versions)) await setVersion[kind](db, JSON.stringify(some))
    }
  },

  /** Undefined when the owner has no such resource. */
  async versionOf(kind: RootKind, ownerId: string, id: string): Promise<number | undefined> {
    const { rows } = await sql<{ version: number }>`
      select version from ${sql.table(ROOTS[kind].table)} where id = ${id} and owner_id = ${ownerId}`.execute(
      db.sql,
    )
    return rows[0]?.version
  },

  /**
   * Removes every mention of these people from the logs of others; entries that mentioned them can no longer be
   * undone.
   */
  async forgetPeople(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      const named = `%${JSON.stringify(id).replace(/[\\%_]/g, '\\$&')}%`
      const naming = sql`content like ${named} escape '\\'`
      await subtractHistory(db, naming)
      await sql`update changes set content = null where ${naming}`.execute(db.sql)
      await sql`update changes set resource_id = '' where kind = 'block' and resource_id = ${id}`.execute(
        db.sql,
      )
    }
  },

  /** Owner and title of resources that were not written themselves. */
  async describe(kind: RootKind, ids: readonly string[]) {
    const { table, title } = ROOTS[kind]
    const { rows } = await sql<{ id: string; owner_id: string; title: string | null }>`
      select id, owner_id, ${sql.ref(title)} as title from ${sql.table(table)}
      where ${db.dialect.idIn('id', ids)}`.execute(db.sql)
    return new Map(rows.map(row => [row.id, row]))
  },

  /** A page of the entries after `since` up to `upTo`, in order. */
  async after(
    ownerId: string,
    { since, upTo, kinds, limit }: { since: number; upTo: number; kinds?: readonly string[]; limit: number },
  ): Promise<Entry[]> {
    const only = kinds ? sql`and c.kind in (${sql.join(kinds)})` : sql``
    return entries(
      db,
      sql`c.owner_id = ${ownerId} and c.seq > ${since} and c.seq <= ${upTo} ${only}`,
      sql`order by c.seq limit ${limit}`,
    )
  },

  async find(ownerId: string, batchId: string, kind: string, id: string): Promise<Entry | undefined> {
    const [entry] = await entries(
      db,
      sql`c.owner_id = ${ownerId} and c.batch_id = ${batchId} and c.kind = ${kind} and c.resource_id = ${id}`,
      sql`order by c.seq desc limit 1`,
    )
    return entry
  },

  /** The number before the oldest entry: the log is complete from there on. */
  async startOf(ownerId: string): Promise<number> {
    const { rows } = await sql<{ seq: number | null }>`
      select min(seq) - 1 as seq from changes where owner_id = ${ownerId}`.execute(db.sql)
    return rows[0]?.seq ?? (await totalsStore(db).currentSeq(ownerId))
  },
})

function toValues(draft: NumberedDraft, now: number, batchId: string): unknown[] {
  const { owner_id, seq, kind, id, action, instance_start, title, detail, rows, content, batch_end } = draft
  const at = draft.at ?? now
  return [
    owner_id,
    seq,
    at,
    kind,
    id,
    action,
    instance_start,
    title,
    detail === null || detail === undefined ? null : JSON.stringify(detail),
    content,
    rows === null,
    batch_end,
    batchId,
  ]
}

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
      c.follow_up, c.batch_end, c.batch_id
    from changes c where ${where} ${order}`.execute(db.sql)
  return rows.map(({ detail, follow_up, batch_end, ...row }) => ({
    ...row,
    follow_up: Boolean(follow_up),
    batch_end: Boolean(batch_end),
    detail: detail === null ? null : JSON.parse(detail),
  }))
}
