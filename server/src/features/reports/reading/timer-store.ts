// SQL for timers that may have time in a period. Reads them in pages, so that they fit into memory and do not
// block the event loop.
import type { Window } from '@daymark/recurrence/occurrence'
import { DAY_MS } from '@daymark/recurrence/year'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/storage/unit-of-work.ts'
import { tagIdsOf } from '../../tags/tags-of-store.ts'

/** A timer that is not canceled. */
export interface CountedTimer {
  todo_id: string | null
  schedule_id: string | null
  /** The stored text of the timer's history. */
  history: string
  /** The timer's own tags. */
  tag_ids: string[]
}

/** The number of timers per page, which limits memory: most histories are short, but one may take 120 KB. */
const PAGE = 5_000

/** Yields pages of timers that may overlap the window. */
export async function* timersIn(db: Db, ownerId: string, window: Window): AsyncGenerator<CountedTimer[]> {
  yield* pages(db, ownerId, sql`t.started_at >= ${window.from - DAY_MS} and t.started_at < ${window.to}`)
  // Reads timers that began more than a day before the period and may still have time in it.
  const earlier = sql`t.started_at < ${window.from - DAY_MS}`
  const last = db.dialect.lastPairAt('t.history')
  yield* pages(db, ownerId, sql`${earlier} and t.status = 'RUNNING'`, UNINDEXED)
  yield* pages(
    db,
    ownerId,
    sql`${earlier} and t.status <> 'RUNNING' and ${last} - t.started_at > 86400000 and ${last} > ${window.from}`,
    UNINDEXED,
  )
}

/** Yields pages of all timers of these todos that began before the instant `before`. */
export function timersOfTodos(db: Db, ownerId: string, todoIds: readonly string[], before: number) {
  return pages(db, ownerId, sql`${db.dialect.idIn('t.todo_id', todoIds)} and t.started_at < ${before}`)
}

export async function hasRunningTimer(db: Db, ownerId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from timers where owner_id = ${ownerId} and status = 'RUNNING' limit 1`.execute(db.sql)
  return rows.length > 0
}

const INDEXED = sql`t.started_at desc, t.id`
/**
 * The same order, written so that SQLite does not use its index: another index finds few timers, which are then
 * sorted.
 */
const UNINDEXED = sql`+t.started_at desc, t.id`

interface ReadTimer extends CountedTimer {
  id: string
  started_at: number
}

/**
 * Reads each page as one text, because this takes half the time of reading rows on SQLite and a fifth on
 * PostgreSQL (`bench/requests/reports.ts`).
 */
async function* pages(
  db: Db,
  ownerId: string,
  where: RawBuilder<unknown>,
  order = INDEXED,
): AsyncGenerator<CountedTimer[]> {
  const columns = [
    ...['t.id', 't.todo_id', 't.schedule_id'].map(name => sql.ref(name)),
    tagIdsOf(db.dialect, 'timer_tags', sql`l.timer_id = t.id`),
    ...['t.started_at', 't.history'].map(name => sql.ref(name)),
  ]
  for (let after: ReadTimer | undefined; ; ) {
    const rest = after
      ? sql`and t.started_at <= ${after.started_at}
          and (t.started_at < ${after.started_at} or t.id > ${after.id})`
      : sql``
    const { rows } = await sql<{ text: string | null }>`
      select ${db.dialect.lines(columns)} as text
      from (
        select t.id, t.todo_id, t.schedule_id, t.started_at, t.history from timers t
        where t.owner_id = ${ownerId} and t.status <> 'CANCELLED' and ${where} ${rest}
        order by ${order} limit ${PAGE} + 0
      ) t`.execute(db.sql)
    const timers = timersOf(rows[0]?.text ?? '')
    if (timers.length > 0) yield timers
    if (timers.length < PAGE) return
    after = timers.reduce((last, timer) => (isAfter(timer, last) ? timer : last))
  }
}

const isAfter = (a: ReadTimer, b: ReadTimer): boolean =>
  a.started_at < b.started_at || (a.started_at === b.started_at && a.id > b.id)

/**
 * Parses the text of a page. Each line contains the values of one timer, separated by spaces. A missing value is
 * empty.
 */
function timersOf(text: string): ReadTimer[] {
  const timers: ReadTimer[] = []
  let at = 0
  const next = (end: string): string => {
    const found = text.indexOf(end, at)
    const value = text.slice(at, found < 0 ? text.length : found)
    at += value.length + 1
    return value
  }
  while (at < text.length) {
    const id = next(' ')
    const [todo_id, schedule_id] = [next(' ') || null, next(' ') || null]
    const tags = next(' ')
    const tag_ids = tags === '' ? [] : tags.split(',')
    timers.push({ id, todo_id, schedule_id, tag_ids, started_at: Number(next(' ')), history: next('\n') })
  }
  return timers
}
