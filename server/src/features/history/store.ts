// SQL for the history: reading batches, the data for undo, and erasing content.
import { type RawBuilder, sql } from 'kysely'
import type { StoredRow } from '../../platform/changes/change.ts'
import { changeStore } from '../../platform/changes/store.ts'
import { subtractHistory, totalsStore } from '../../platform/changes/totals-store.ts'
import { mapInTurns, pauses } from '../../platform/kernel/concurrency/in-turns.ts'
import { decodeCursor, type Page, type PageRequest, pageSize, toPage } from '../../platform/kernel/page.ts'
import { slicesOf } from '../../platform/storage/statements/in-steps.ts'
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
  /** The sequence number of the batch's last entry in the owner's log. */
  seq: number
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
  ): Promise<Page<Batch>> {
    const [before = Number.POSITIVE_INFINITY] = decodeCursor<[number]>(request, ['number']) ?? []
    const limit = pageSize(request) + 1
    const batches: Batch[] = []
    const breathe = pauses()
    for await (const step of stepsOf(db, ownerId, filter, before, stepSize)) {
      const { rows } = await sql<Batch>`
        select ${BATCH} from changes c where ${sql.join([...step, ...conditionsOf(filter)], sql` and `)}
        order by c.seq desc limit ${limit - batches.length}`.execute(db.sql)
      batches.push(...rows)
      if (batches.length === limit) break
      await breathe()
    }
    return toPage(batches, request, row => [row.seq])
  },

  async find(ownerId: string, batchId: string): Promise<Batch | undefined> {
    const { rows } = await sql<Batch>`
      select ${BATCH} from changes c where c.batch_id = ${batchId} and c.owner_id = ${ownerId}
      order by c.seq desc limit 1`.execute(db.sql)
    return rows[0]
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
        const seqs = sql.join(some.map(({ seq }) => seq))
        entries.push(
          ...(await readEntries(db, sql`where owner_id = ${owner} and seq in (${seqs}) order by seq`)),
        )
      }
    }
    return entries
  },

  /** Yields one owner's entries of a batch in pages, because a batch may have thousands of entries. */
  async *entriesOf(ownerId: string, batchId: string): AsyncGenerator<BatchEntry[]> {
    for (let after = 0, isLast = false; !isLast; ) {
      const page = await readEntries(
        db,
        sql`where owner_id = ${ownerId} and batch_id = ${batchId} and seq > ${after}
          order by seq limit ${ENTRIES_PER_PAGE}`,
      )
      isLast = page.length < ENTRIES_PER_PAGE
      after = page.at(-1)?.seq ?? after
      yield page
    }
  },

  async markUndone(batchId: string, by: string): Promise<void> {
    await sql`update changes set undone_by = ${by} where batch_id = ${batchId}`.execute(db.sql)
  },

  /** Returns which of these items can be restored: the log still has the content of their deletion. */
  async restorable(ownerId: string, kind: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set()
    const { rows } = await sql<{ id: string }>`
      select distinct resource_id as id from changes where ${db.dialect.unindexed('owner_id')} = ${ownerId}
        and kind = ${kind} and resource_id in (${sql.join(ids)}) and action = 'deleted' and content is not null`.execute(
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
      const entries = sql`owner_id = ${ownerId} and kind = ${kind}
        and resource_id in (${sql.join(group.map(({ id }) => id))})`
      await subtractHistory(db, entries)
      const { rows } = await sql<{ title: string }>`
        select distinct title from changes where ${entries} and title <> ''`.execute(db.sql)
      for (const { title } of rows) titles.add(title)
      await sql`update changes set content = null, title = null where ${entries}`.execute(db.sql)
    }
    return titles
  },
})

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
    // Compares the difference, because with `l.seq > c.seq` SQLite would search by `seq` and read the rest of the log
    // for each row.
    sql`not exists (select 1 from changes l where l.batch_id = c.batch_id and l.owner_id = c.owner_id
      and l.seq - c.seq > 0)`,
  ]
}

const ENTRIES_PER_PAGE = 500

type EntryKey = Pick<BatchEntry, 'owner_id' | 'seq'>

const BATCH = sql`c.batch_id as id, c.committed_at as at, c.actor_id, c.via, c.token_name, c.undone_by, c.seq`

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
