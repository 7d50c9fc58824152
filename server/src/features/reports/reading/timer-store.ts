// Timers that may have time in a period. Reads them in pages, so that they fit into memory and do not block the event
// loop.
import type { Window } from '@daymark/recurrence/occurrence'
import { DAY_MS } from '@daymark/recurrence/year'
import { type RawBuilder, sql } from 'kysely'
import { slicesOf } from '../../../platform/storage/statements/in-steps.ts'
import type { Db } from '../../../platform/storage/unit-of-work.ts'
import { withLongHistories } from './history-store.ts'
import { TagLists } from './tag-lists.ts'
import type { TimerNeeds, TimerPage } from './timer-page.ts'

/** Timers per statement. Together with `SHORT`, limits memory and how long SQLite blocks the event loop. */
const PAGE = 5_000

/** Bytes of about 20 segments. Few timers have more. */
const SHORT = 1_000

const shortHistory = sql`case when octet_length(t.history) <= ${sql.lit(SHORT)} then t.history end as history`
const longSize = sql`case when octet_length(t.history) > ${sql.lit(SHORT)} then octet_length(t.history) end as size`
const ifLong = sql`filter (where t.size is not null)`

/** Yields pages of timers that may overlap the window. */
export async function* timersIn(
  db: Db,
  ownerId: string,
  window: Window,
  needs: TimerNeeds,
): AsyncGenerator<TimerPage> {
  const own = sql`t.owner_id = ${ownerId}`
  yield* pages(db, sql`${own} and t.started_at < ${window.to}`, needs, INDEXED, window.from - DAY_MS)
  // Timers that began more than a day before the period and may still have time in it.
  const earlier = sql`${own} and t.started_at < ${window.from - DAY_MS}`
  const last = db.dialect.lastPairAt('t.history')
  yield* pages(db, sql`${earlier} and t.status = 'RUNNING'`, needs, UNINDEXED)
  yield* pages(
    db,
    sql`${earlier} and t.status <> 'RUNNING' and ${last} - t.started_at > 86400000 and ${last} > ${window.from}`,
    needs,
    UNINDEXED,
  )
}

/** Yields pages of all timers of these todos that began before the instant, without tags. */
export async function* timersOfTodos(
  db: Db,
  ownerId: string,
  todoIds: readonly string[],
  before: number,
): AsyncGenerator<TimerPage> {
  const own = sql`${db.dialect.unindexed('t.owner_id')} = ${ownerId} and t.started_at < ${before}`
  // Reads the todos in small slices, so that the timers of a slice usually fit into one page. Every page sorts all
  // remaining timers of its slice.
  for (const some of slicesOf(todoIds))
    yield* pages(db, sql`${db.dialect.idIn('t.todo_id', some)} and ${own}`, 'links', UNINDEXED)
}

export async function hasRunningTimer(db: Db, ownerId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from timers where owner_id = ${ownerId} and status = 'RUNNING' limit 1`.execute(db.sql)
  return rows.length > 0
}

const INDEXED = sql`t.started_at, t.id desc`
/**
 * The same order as `INDEXED`. The `+` makes the database find the few timers through another index and then sort them.
 */
const UNINDEXED = sql`+t.started_at, t.id desc`

interface Columns {
  count: number
  ids: string | null
  todo_ids: string | null
  schedule_ids: string | null
  histories: string | null
  /** Ids of timers whose histories are too long for `histories`. */
  long_ids: string | null
  /** Bytes of the histories of `long_ids`, in the same order. */
  sizes: string | null
  /** Comma-separated tag ids, one line per timer. */
  tags: string | null
  last: number
}

/**
 * Reads each column as one text, because that takes a third as long as reading rows (`bench/requests/reports.ts`).
 * Reads the oldest timers first, so that overlapping time is found without sorting.
 */
async function* pages(
  db: Db,
  where: RawBuilder<unknown>,
  needs: TimerNeeds,
  order = INDEXED,
  from?: number,
): AsyncGenerator<TimerPage> {
  const { lines } = db.dialect
  const tagLists = new TagLists()
  const tags = needs === 'tags' ? lines('t.tag_ids') : sql`null`
  const link = (column: string) => (needs === 'times' ? sql`null` : lines(column))
  // Uses a single lower bound. With several bounds, SQLite would use only one and read all previous pages again.
  for (let rest = from === undefined ? sql`` : sql`and t.started_at >= ${from}`; ; ) {
    const { rows } = await sql<Columns>`
      select count(*) as count, ${lines('t.id')} as ids, ${link('t.todo_id')} as todo_ids, ${link('t.schedule_id')} as schedule_ids,
        ${lines('t.history')} as histories, ${lines('t.id')} ${ifLong} as long_ids, ${lines('t.size')} ${ifLong} as sizes,
        ${tags} as tags, max(t.started_at) as last
      from (
        select t.id, t.todo_id, t.schedule_id, t.started_at, t.tag_ids, ${shortHistory}, ${longSize} from timers t
        where t.status <> 'CANCELLED' and ${where} ${rest}
        order by ${order} limit ${PAGE} + 0
      ) t`.execute(db.sql)
    const [columns] = rows
    if (!columns?.ids) return
    const { ids, last } = columns
    const page = {
      count: Number(columns.count),
      todo_ids: linesOf(columns.todo_ids),
      schedule_ids: linesOf(columns.schedule_ids),
      tag_ids: columns.tags === null ? [] : tagLists.ofTexts(columns.tags.split('\n')),
      histories: columns.histories ?? '',
    }
    const bytes = linesOf(columns.sizes)
    const sizes = new Map(linesOf(columns.long_ids).map((id, at) => [id, Number(bytes[at])]))
    if (sizes.size === 0) yield page
    else yield* withLongHistories(db, page, ids.split('\n'), sizes)
    if (page.count < PAGE) return
    rest = sql`and t.started_at >= ${last} and (t.started_at > ${last} or t.id < ${ids.slice(ids.lastIndexOf('\n') + 1)})`
  }
}

/** Returns an empty list if all lines are empty. */
const linesOf = (text: string | null | undefined): string[] => (text?.trim() ? text.split('\n') : [])
