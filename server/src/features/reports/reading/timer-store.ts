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

/** The number of timers per page, which limits memory: most histories are short, but one may take 120 KB. */
const PAGE = 5_000

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
        ${lines('t.history')} as histories, min(t.started_at) as first, max(t.started_at) as last
      from (
        select t.id, t.todo_id, t.schedule_id, t.started_at, t.history from timers t
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
    yield {
      count: ids.length,
      todo_ids: linesOf(rows[0].todo_ids),
      schedule_ids: linesOf(rows[0].schedule_ids),
      tag_ids: withTags ? tagLists.of(ids, await tagLinks(db, ownerId, timers)) : [],
      histories: rows[0].histories ?? '',
    }
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

/** Empty if all lines are empty. */
const linesOf = (text: string | null | undefined): string[] => (text?.trim() ? text.split('\n') : [])
