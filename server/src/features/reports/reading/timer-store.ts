// SQL for timers that may have time in a period. Reads them in pages, so that they fit into memory and do not
// block the event loop.
import type { Window } from '@daymark/recurrence/occurrence'
import { DAY_MS } from '@daymark/recurrence/year'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/storage/unit-of-work.ts'
import { type TagLinks, TagLists } from './tag-lists.ts'

/** Timers that are not canceled, as columns with a value per timer. */
export interface TimerPage {
  count: number
  /** Empty if no timer of the page has a todo. */
  todo_ids: readonly string[]
  /** Empty if no timer of the page has a schedule. */
  schedule_ids: readonly string[]
  /** Their own tags. Timers with the same tags share a list. */
  tag_ids: readonly (readonly string[])[]
  /** The stored texts of the histories, a line for each. */
  histories: string
}

/** The number of timers per statement. With `SHORT`, it limits memory and how long SQLite blocks the event loop. */
const PAGE = 5_000

/** The bytes of about 20 segments. Few timers have more. */
const SHORT = 1_000
/** The bytes of long histories per statement. */
const STEP = 2_000_000

/** The history if it is short. */
const shortHistory = sql`case when octet_length(t.history) <= ${sql.lit(SHORT)} then t.history end as history`
/** The bytes of the history if it is long. */
const longSize = sql`case when octet_length(t.history) > ${sql.lit(SHORT)} then octet_length(t.history) end as size`
const ifLong = sql`filter (where t.size is not null)`

/** Yields pages of timers that may overlap the window. */
export async function* timersIn(
  db: Db,
  ownerId: string,
  window: Window,
  withTags: boolean,
): AsyncGenerator<TimerPage> {
  const near = sql`t.started_at >= ${window.from - DAY_MS} and t.started_at < ${window.to}`
  yield* pages(db, ownerId, near, withTags)
  // Timers that began more than a day before the period and may still have time in it.
  const earlier = sql`t.started_at < ${window.from - DAY_MS}`
  const last = db.dialect.lastPairAt('t.history')
  yield* pages(db, ownerId, sql`${earlier} and t.status = 'RUNNING'`, withTags, UNINDEXED)
  yield* pages(
    db,
    ownerId,
    sql`${earlier} and t.status <> 'RUNNING' and ${last} - t.started_at > 86400000 and ${last} > ${window.from}`,
    withTags,
    UNINDEXED,
  )
}

/** Yields pages of all timers of these todos that began before the instant, without tags. */
export function timersOfTodos(db: Db, ownerId: string, todoIds: readonly string[], before: number) {
  return pages(db, ownerId, sql`${db.dialect.idIn('t.todo_id', todoIds)} and t.started_at < ${before}`, false)
}

export async function hasRunningTimer(db: Db, ownerId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from timers where owner_id = ${ownerId} and status = 'RUNNING' limit 1`.execute(db.sql)
  return rows.length > 0
}

const INDEXED = sql`t.started_at, t.id desc`
/** The same order, but without the index of it: few timers are found by another index, and sorted. */
const UNINDEXED = sql`+t.started_at, t.id desc`

interface Columns {
  ids: string | null
  todo_ids: string | null
  schedule_ids: string | null
  histories: string | null
  /** The timers whose histories are too long to be among `histories`. */
  long_ids: string | null
  /** The bytes of these histories. */
  sizes: string | null
  first: number
  last: number
}

/**
 * Reads each column as one text, because that takes a third of the time of rows (`bench/requests/reports.ts`). Oldest
 * first, so that overlapping time is found without sorting. Tags have a statement of their own, because PostgreSQL
 * would take longer for a subselect per timer than for the rest of the report.
 */
async function* pages(
  db: Db,
  ownerId: string,
  where: RawBuilder<unknown>,
  withTags: boolean,
  order = INDEXED,
): AsyncGenerator<TimerPage> {
  const { lines } = db.dialect
  const tagLists = new TagLists()
  for (let rest = sql``; ; ) {
    const { rows } = await sql<Columns>`
      select ${lines('t.id')} as ids, ${lines('t.todo_id')} as todo_ids, ${lines('t.schedule_id')} as schedule_ids,
        ${lines('t.history')} as histories, ${lines('t.id')} ${ifLong} as long_ids, ${lines('t.size')} ${ifLong} as sizes,
        min(t.started_at) as first, max(t.started_at) as last
      from (
        select t.id, t.todo_id, t.schedule_id, t.started_at, ${shortHistory}, ${longSize} from timers t
        where t.owner_id = ${ownerId} and t.status <> 'CANCELLED' and ${where} ${rest}
        order by ${order} limit ${PAGE} + 0
      ) t`.execute(db.sql)
    const ids = linesOf(rows[0]?.ids)
    if (!rows[0] || ids.length === 0) return
    const { first, last } = rows[0]
    const isNear = order === INDEXED
    const timers = isNear
      ? sql`t.started_at >= ${first} and t.started_at <= ${last}`
      : db.dialect.idIn('t.id', ids)
    const page = {
      count: ids.length,
      todo_ids: linesOf(rows[0].todo_ids),
      schedule_ids: linesOf(rows[0].schedule_ids),
      tag_ids: withTags ? tagLists.of(ids, await tagLinks(db, ownerId, timers)) : [],
      histories: rows[0].histories ?? '',
    }
    const bytes = linesOf(rows[0].sizes)
    const sizes = new Map(linesOf(rows[0].long_ids).map((id, at) => [id, Number(bytes[at])]))
    if (sizes.size === 0) yield page
    else yield* withLongHistories(db, page, ids, sizes)
    if (ids.length < PAGE) return
    rest = sql`and t.started_at >= ${last} and (t.started_at > ${last} or t.id < ${ids.at(-1)})`
  }
}

/** May include tags of canceled timers. Reads timers only from the index, which takes half of the time. */
async function tagLinks(db: Db, ownerId: string, timers: RawBuilder<unknown>): Promise<TagLinks> {
  const { rows } = await sql<{ timer_ids: string | null; tag_ids: string | null }>`
    select ${db.dialect.lines('l.timer_id')} as timer_ids, ${db.dialect.lines('l.tag_id')} as tag_ids
    from (select t.id from timers t where t.owner_id = ${ownerId} and ${timers} order by ${INDEXED}) t
    join timer_tags l on l.timer_id = t.id`.execute(db.sql)
  return { timer_ids: linesOf(rows[0]?.timer_ids), tag_ids: linesOf(rows[0]?.tag_ids) }
}

/** Splits a page into smaller ones and adds the long histories. `sizes` has only the long ones. */
async function* withLongHistories(
  db: Db,
  page: TimerPage,
  ids: readonly string[],
  sizes: ReadonlyMap<string, number>,
): AsyncGenerator<TimerPage> {
  const lines = page.histories.split('\n')
  for (const [from, to] of stepsOf(ids, sizes)) {
    const some = ids.slice(from, to)
    const histories = await historiesOf(
      db,
      some.filter(id => sizes.has(id)),
    )
    yield {
      count: to - from,
      todo_ids: page.todo_ids.slice(from, to),
      schedule_ids: page.schedule_ids.slice(from, to),
      tag_ids: page.tag_ids.slice(from, to),
      histories: some.map((id, at) => histories.get(id) ?? lines[from + at]).join('\n'),
    }
  }
}

/** Yields ranges of timers whose long histories fit into one step. */
function* stepsOf(
  ids: readonly string[],
  sizes: ReadonlyMap<string, number>,
): Generator<[from: number, to: number]> {
  let from = 0
  let sum = 0
  for (const [at, id] of ids.entries()) {
    const size = sizes.get(id) ?? 0
    sum += size
    if (sum <= STEP || at === from) continue
    yield [from, at]
    from = at
    sum = size
  }
  yield [from, ids.length]
}

async function historiesOf(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; history: string }>`
    select t.id, t.history from timers t where ${db.dialect.idIn('t.id', ids)}`.execute(db.sql)
  return new Map(rows.map(({ id, history }) => [id, history]))
}

/** Empty if all lines are empty. */
const linesOf = (text: string | null | undefined): string[] => (text?.trim() ? text.split('\n') : [])
