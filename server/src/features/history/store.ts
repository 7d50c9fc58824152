// SQL for the history: reading batches, the data for undo, and erasing content.
import { type RawBuilder, sql } from 'kysely'
import type { StoredRow } from '../../platform/changes/change.ts'
import { subtractHistory } from '../../platform/changes/shares.ts'
import { changeStore } from '../../platform/changes/store.ts'
import { totalsStore } from '../../platform/changes/totals-store.ts'
import { mapInTurns, pauses } from '../../platform/kernel/concurrency/in-turns.ts'
import { decodeCursor, type Page, type PageRequest, pageSize, toPage } from '../../platform/kernel/page.ts'
import { MAX_IN_ONE_TRANSACTION } from '../../platform/staged/staged.ts'
import { slicesBySize, slicesOf } from '../../platform/storage/statements/in-steps.ts'
import { ROOTS } from '../../platform/storage/tracked-tables.ts'
import type { Db } from '../../platform/storage/unit-of-work.ts'

export interface HistoryFilter {
  kind?: string | undefined
  resource_id?: string | undefined
  from?: number | undefined
  to?: number | undefined
  via?: string | undefined
  /** If set, returns only restorable deletions since this time. */
  trashSince?: number | undefined
}

export interface Batch {
  id: string
  at: number
  actor_id: string | null
  via: string
  token_name: string | null
  undone_by: string | null
  /** True if the log no longer has the batch's first entries. */
  is_expiring?: boolean | 0 | 1 | undefined
  /** The sequence number of the batch's last entry in the owner's log. */
  seq: number
}

/** A batch of a list, with its size in all logs. Counts at most `MOST_COUNTED` entries. */
export interface ListedBatch extends Batch {
  size: number
  bytes: number
}

export interface BatchEntry {
  owner_id: string
  batch_id: string
  seq: number
  kind: string
  id: string
  action: 'created' | 'updated' | 'deleted'
  title: string | null
  detail: unknown
  follow_up: boolean
  /** Null for a notification, for erased content, or if the resource only shows something else that changed. */
  rows: StoredRow[] | null
}

export const historyStore = (db: Db) => ({
  /**
   * With a filter but without `resource_id`, reads the log in steps from the newest to the oldest, because a log of a
   * million entries may contain no match.
   */
  async list(
    ownerId: string,
    filter: HistoryFilter,
    request: PageRequest,
    stepSize = LOG_STEP,
  ): Promise<Page<ListedBatch>> {
    const [before = Number.POSITIVE_INFINITY] = decodeCursor<[number]>(request, ['number']) ?? []
    const limit = pageSize(request) + 1
    const batches: ListedBatch[] = []
    const breathe = pauses()
    for await (const step of stepsOf(db, ownerId, filter, before, stepSize)) {
      const { rows } = await sql<ListedBatch>`
        select ${BATCH}, ${SIZE} from changes c where ${sql.join([...step, ...conditionsOf(filter)], sql` and `)}
        order by c.seq desc limit ${limit - batches.length}`.execute(db.sql)
      batches.push(...rows.map(withNumbers))
      if (batches.length === limit) break
      await breathe()
    }
    return toPage(batches, request, row => [row.seq])
  },

  async find(ownerId: string, batchId: string): Promise<ListedBatch | undefined> {
    const { rows } = await sql<ListedBatch>`
      select ${BATCH}, ${SIZE} from changes c where c.batch_id = ${batchId} and c.owner_id = ${ownerId}
      order by c.seq desc limit 1`.execute(db.sql)
    return rows.map(withNumbers)[0]
  },

  /**
   * Returns the entries of these batches in order. Includes the entries of other owners, so that the caller can
   * see whether a batch affects other people.
   */
  async entries(batchIds: readonly string[]): Promise<BatchEntry[]> {
    if (batchIds.length === 0) return []
    const which = sql`where ${db.dialect.idIn('batch_id', batchIds)} order by owner_id, seq`
    const { rows: keys } = await sql<EntryKey>`select owner_id, seq from changes ${which}`.execute(db.sql)
    // Reads few contents at a time, because an import may have written tens of thousands.
    if (keys.length <= ENTRIES_PER_PAGE) return readEntries(db, which)
    const entries: BatchEntry[] = []
    for (const [owner, own] of Map.groupBy(keys, key => key.owner_id)) {
      for (const some of slicesOf(own, ENTRIES_PER_PAGE)) {
        const [from, to] = [some[0]?.seq, some.at(-1)?.seq]
        entries.push(
          ...(await readEntries(
            db,
            sql`where ${db.dialect.idIn('batch_id', batchIds)} and owner_id = ${owner}
              and seq between ${from} and ${to} order by seq`,
          )),
        )
      }
    }
    return entries
  },

  /** Yields one owner's entries of a batch in pages, because a batch may have thousands of entries. */
  async *entriesOf(ownerId: string, batchId: string): AsyncGenerator<BatchEntry[]> {
    for (let after = 0, isLast = false; !isLast; ) {
      const own = sql`owner_id = ${ownerId} and batch_id = ${batchId}`
      const sizes = await readSizes(
        db,
        sql`where ${own} and seq > ${after} order by seq limit ${ENTRIES_PER_PAGE}`,
      )
      for (const some of slicesBySize(sizes, ({ bytes }) => bytes, {
        rows: ENTRIES_PER_PAGE,
        chars: MOST_BYTES,
      })) {
        const last = some.at(-1)?.seq ?? after
        yield await readEntries(db, sql`where ${own} and seq > ${after} and seq <= ${last} order by seq`)
        after = last
      }
      isLast = sizes.length < ENTRIES_PER_PAGE
    }
  },

  async markUndone(batchId: string, by: string): Promise<void> {
    await sql`update changes set undone_by = ${by} where batch_id = ${batchId}`.execute(db.sql)
  },

  /** Marks the owner's entries of a batch from one position up to another as undone by another batch. */
  async markSome(
    ownerId: string,
    batchId: string,
    { from, before }: { from: number; before: number },
    by: string | null,
  ): Promise<void> {
    await sql`update changes set undone_by = ${by}
      where batch_id = ${batchId} and owner_id = ${ownerId} and seq >= ${from} and seq < ${before}`.execute(
      db.sql,
    )
  },

  /** Marks the next entries of a batch after a position. Returns the position of the last one. */
  async markNext(
    ownerId: string,
    batchId: string,
    after: number,
    by: string | null,
  ): Promise<number | undefined> {
    const { rows } = await sql<{ seq: number | null }>`
      select max(seq) as seq from (select seq from changes where batch_id = ${batchId} and owner_id = ${ownerId}
        and seq > ${after} order by seq limit ${ENTRIES_PER_PAGE}) as next`.execute(db.sql)
    const last = rows[0]?.seq
    if (last === null || last === undefined) return undefined
    await this.markSome(ownerId, batchId, { from: after + 1, before: last + 1 }, by)
    return last
  },

  /** True if the batch has more entries in the owner's log than this. */
  async hasMoreEntries(ownerId: string, batchId: string, count: number): Promise<boolean> {
    const { rows } = await sql`
      select 1 from changes where batch_id = ${batchId} and owner_id = ${ownerId}
      limit 1 offset ${count}`.execute(db.sql)
    return rows.length > 0
  },

  async bytesOf(ownerId: string, batchId: string): Promise<number> {
    const { rows } = await sql<{ bytes: number | null }>`
      select sum(octet_length(content)) as bytes from changes
      where batch_id = ${batchId} and owner_id = ${ownerId}`.execute(db.sql)
    return Number(rows[0]?.bytes ?? 0)
  },

  /** Returns the next items that a batch has deleted, and the position up to which it was read. */
  async deletedItems(
    ownerId: string,
    batchId: string,
    after: number,
    most: number,
  ): Promise<{ items: { kind: string; id: string }[]; last: number } | undefined> {
    const { rows } = await sql<{ seq: number; kind: string; id: string; action: string }>`
      select seq, kind, resource_id as id, action from changes
      where batch_id = ${batchId} and owner_id = ${ownerId} and seq > ${after}
      order by seq limit ${most}`.execute(db.sql)
    const last = rows.at(-1)?.seq
    if (last === undefined) return undefined
    const items = rows.filter(({ action }) => action === 'deleted').map(({ kind, id }) => ({ kind, id }))
    return { items, last }
  },

  async countEntries(ownerId: string, batchId: string): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from changes where batch_id = ${batchId} and owner_id = ${ownerId}`.execute(
      db.sql,
    )
    return Number(rows[0]?.count ?? 0)
  },

  /**
   * Returns the entries of the last whole transactions of a batch before this position, oldest first, about `most`
   * entries. Undefined if there are none.
   */
  async lastSteps(
    ownerId: string,
    batchId: string,
    before: number,
    most: number,
  ): Promise<{ entries: BatchEntry[]; from: number } | undefined> {
    const from = await startOfSteps(db, ownerId, batchId, before, most)
    if (from === undefined) return undefined
    const entries = await readEntries(
      db,
      sql`where batch_id = ${batchId} and owner_id = ${ownerId} and seq >= ${from} and seq < ${before} order by seq`,
    )
    return { entries, from }
  },

  /** Returns the first and the last entries of a batch, `most` and `MOST_BYTES` together, in order. */
  async ends(ownerId: string, batchId: string, most: number): Promise<BatchEntry[]> {
    const own = sql`where batch_id = ${batchId} and owner_id = ${ownerId}`
    const half = sql.lit(Math.ceil(most / 2))
    const first = withinHalf(await readSizes(db, sql`${own} order by seq limit ${half}`))
    const after = first.at(-1)?.seq ?? 0
    const rest = await readSizes(db, sql`${own} and seq > ${after} order by seq desc limit ${half}`)
    const from = withinHalf(rest).at(-1)?.seq
    return [
      ...(await readEntries(db, sql`${own} and seq <= ${after} order by seq`)),
      ...(from === undefined ? [] : await readEntries(db, sql`${own} and seq >= ${from} order by seq`)),
    ]
  },

  /** Returns the last entry of a batch before this position. */
  async lastEntry(ownerId: string, batchId: string, before: number): Promise<BatchEntry | undefined> {
    const [entry] = await readEntries(
      db,
      sql`where batch_id = ${batchId} and owner_id = ${ownerId} and seq < ${before} order by seq desc limit 1`,
    )
    return entry
  },

  /** `isUndoable` for a batch that is too large for memory. */
  async canBeUndone(ownerId: string, { id, actor_id, undone_by, is_expiring }: Batch): Promise<boolean> {
    if (is_expiring || undone_by !== null || actor_id !== ownerId) return false
    const roots = sql.join(Object.keys(ROOTS).map(kind => sql.lit(kind)))
    const { rows } = await sql<{ own: number; blocking: number }>`
      select count(content) as own,
        sum(case when owner_id <> ${ownerId} or kind not in (${roots})
          or (content is null and action <> 'updated') then 1 else 0 end) as blocking
      from changes where batch_id = ${id} and not follow_up`.execute(db.sql)
    return Number(rows[0]?.own ?? 0) > 0 && Number(rows[0]?.blocking ?? 0) === 0
  },

  /** Returns which of these items can be restored: the log still has the content of their deletion. */
  async restorable(ownerId: string, kind: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set()
    const { rows } = await sql<{ id: string }>`
      select distinct resource_id as id from changes where ${db.dialect.unindexed('owner_id')} = ${ownerId}
        and kind = ${kind} and ${db.dialect.textIn('resource_id', ids)} and action = 'deleted' and content is not null`.execute(
      db.sql,
    )
    return new Set(rows.map(({ id }) => id))
  },

  /** Erases the contents and titles of these resources from the owner's whole log. Returns the titles. */
  async erase(
    ownerId: string,
    resources: readonly { kind: string; id: string }[],
  ): Promise<ReadonlySet<string>> {
    const titles = new Set<string>()
    for (const [kind, group] of Map.groupBy(resources, resource => resource.kind)) {
      for (const some of slicesOf(group, ENTRIES_PER_PAGE)) {
        // `unindexed` keeps SQLite from reading the owner's whole log.
        const entries = sql`${db.dialect.unindexed('owner_id')} = ${ownerId} and kind = ${kind}
          and ${db.dialect.textIn(
            'resource_id',
            some.map(({ id }) => id),
          )}`
        await subtractHistory(db, entries)
        const { rows } = await sql<{ title: string }>`
          select distinct title from changes where ${entries} and title <> ''`.execute(db.sql)
        for (const { title } of rows) titles.add(title)
        await sql`update changes set content = null, title = null where ${entries}`.execute(db.sql)
      }
    }
    return titles
  },
})

/**
 * Returns the position of the first entry of the last whole transactions of a batch before `before`. They have about
 * `most` entries, or more if the last transaction has more.
 */
async function startOfSteps(
  db: Db,
  ownerId: string,
  batchId: string,
  before: number,
  most: number,
): Promise<number | undefined> {
  let lowest: number | undefined
  let whole: number | undefined
  for (let count = 0; ; ) {
    const { rows } = await sql<{ seq: number; batch_end: unknown }>`
      select seq, batch_end from changes where batch_id = ${batchId} and owner_id = ${ownerId}
        and seq < ${lowest ?? before} order by seq desc limit ${most + 1}`.execute(db.sql)
    for (const { seq, batch_end } of rows) {
      // The end of a transaction means that the next one is whole.
      if (batch_end) whole = lowest
      if (whole !== undefined && count >= most) return whole
      lowest = seq
      count++
    }
    if (rows.length <= most) return lowest
  }
}

/** The number of entries that one statement reads, which takes a few milliseconds on SQLite. Tests use fewer. */
const LOG_STEP = 2_000
/**
 * Entries are ordered by their commit time, but the trash selects them by the time of the action. The action is at most
 * this much later than the commit.
 */
const SLACK_MS = 86_400_000

/** Yields conditions for parts of the log, the newest part first. */
async function* stepsOf(
  db: Db,
  ownerId: string,
  { resource_id, ...filter }: HistoryFilter,
  before: number,
  stepSize: number,
): AsyncGenerator<RawBuilder<unknown>[]> {
  const own = sql`c.owner_id = ${ownerId}`
  // Limits the cursor to the length of the log, because a client may send any number.
  const last = Math.min(before, (await totalsStore(db).currentSeq(ownerId)) + 1)
  const older = Number.isFinite(before) ? [sql`c.seq < ${last}`] : []
  if (resource_id !== undefined) {
    // Finds the few batches of the resource by its index. `unindexed` keeps the database from using the index of the
    // owner.
    const batches = sql`select e.batch_id from changes e where e.resource_id = ${resource_id}`
    yield [sql`${db.dialect.unindexed('c.owner_id')} = ${ownerId} and c.batch_id in (${batches})`, ...older]
    return
  }
  if (Object.values(filter).every(each => each === undefined)) {
    yield [own, ...older]
    return
  }
  const first = await changeStore(db).startOf(ownerId)
  const since = filter.trashSince ?? filter.from
  for (let end = last; end > first; end -= stepSize) {
    if (since !== undefined && (await committedBefore(db, ownerId, end)) < since - SLACK_MS) return
    yield [own, sql`c.seq < ${end} and c.seq >= ${end - stepSize}`]
  }
}

/** Returns when the newest entry before this position was committed. */
async function committedBefore(db: Db, ownerId: string, end: number): Promise<number> {
  const { rows } = await sql<{ committed_at: number }>`
    select committed_at from changes where owner_id = ${ownerId} and seq < ${end} order by seq desc limit 1`.execute(
    db.sql,
  )
  return rows[0]?.committed_at ?? Number.NEGATIVE_INFINITY
}

function conditionsOf(filter: HistoryFilter): RawBuilder<unknown>[] {
  const touched = [
    ...(filter.kind === undefined ? [] : [sql`e.kind = ${filter.kind}`]),
    ...(filter.resource_id === undefined ? [] : [sql`e.resource_id = ${filter.resource_id}`]),
    ...(filter.trashSince === undefined
      ? []
      : [sql`e.action = 'deleted' and e.content is not null and e.at >= ${filter.trashSince}`]),
  ]
  return [
    sql`c.batch_end = ${true}`,
    // Leaves out notifications, which are written in batches of their own.
    sql`c.kind <> 'notification'`,
    ...(filter.from === undefined ? [] : [sql`c.committed_at >= ${filter.from}`]),
    ...(filter.to === undefined ? [] : [sql`c.committed_at < ${filter.to}`]),
    ...(filter.via === undefined ? [] : [sql`c.via = ${filter.via}`]),
    ...(filter.trashSince === undefined ? [] : [sql`c.via <> 'undo' and c.undone_by is null`]),
    ...(touched.length === 0
      ? []
      : [
          sql`exists (select 1 from changes e where e.batch_id = c.batch_id and e.owner_id = c.owner_id
            and ${sql.join(touched, sql` and `)})`,
        ]),
    // A batch in several transactions has several ends.
    sql`not exists (select 1 from changes l where l.batch_id = c.batch_id and l.owner_id = c.owner_id
      and l.seq > c.seq)`,
  ]
}

const ENTRIES_PER_PAGE = 500

type EntryKey = Pick<BatchEntry, 'owner_id' | 'seq'>

/** The most that is read of one batch, in bytes of content. */
export const MOST_BYTES = 8_388_608
/** One more than the entries of the largest batch that is shown as a whole. */
const MOST_COUNTED = MAX_IN_ONE_TRANSACTION + 1

const COUNTED = sql`from changes e where e.batch_id = c.batch_id limit ${sql.lit(MOST_COUNTED)}`
const SIZE = sql`(select count(*) from (select 1 as one ${COUNTED}) as counted) as size,
  (select coalesce(sum(bytes), 0) from (select octet_length(e.content) as bytes ${COUNTED}) as measured) as bytes`

/** PostgreSQL returns counts and sums as text. */
const withNumbers = (row: ListedBatch): ListedBatch => ({
  ...row,
  size: Number(row.size),
  bytes: Number(row.bytes),
})

interface EntrySize {
  seq: number
  bytes: number
}

async function readSizes(db: Db, which: RawBuilder<unknown>): Promise<EntrySize[]> {
  const { rows } = await sql<EntrySize>`
    select seq, coalesce(octet_length(content), 0) as bytes from changes ${which}`.execute(db.sql)
  return rows
}

/** Returns the leading entries that fill at most half of `MOST_BYTES`, but at least one. */
function withinHalf(sizes: readonly EntrySize[]): readonly EntrySize[] {
  let bytes = 0
  const tooMany = sizes.findIndex(size => {
    bytes += size.bytes
    return bytes > MOST_BYTES / 2
  })
  return tooMany < 0 ? sizes : sizes.slice(0, Math.max(1, tooMany))
}

const BATCH = sql`c.batch_id as id, c.committed_at as at, c.actor_id, c.via, c.token_name, c.undone_by, c.seq,
  exists (select 1 from change_totals t where t.owner_id = c.owner_id and t.pruned_batch = c.batch_id) as is_expiring`

async function readEntries(db: Db, which: RawBuilder<unknown>): Promise<BatchEntry[]> {
  const { rows } = await sql<
    Omit<BatchEntry, 'rows' | 'detail' | 'follow_up'> & {
      detail: string | null
      content: string | null
      follow_up: boolean | 0 | 1
    }
  >`
    select owner_id, batch_id, seq, kind, resource_id as id, action, title, detail, content, follow_up
    from changes ${which}`.execute(db.sql)
  return mapInTurns(rows, ({ detail, content, follow_up, ...row }) => ({
    ...row,
    follow_up: Boolean(follow_up),
    detail: detail === null ? null : JSON.parse(detail),
    rows: content === null ? null : (JSON.parse(content) as StoredRow[]),
  }))
}
