// SQL for timers that may have time in a period. Reads pages, so that they fit into memory and do not block the event
// loop.
import type { Window } from '@daymark/recurrence/occurrence'
import { DAY_MS } from '@daymark/recurrence/year'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/storage/unit-of-work.ts'

/** A timer that is not canceled. */
export interface CountedTimer {
  todo_id: string | null
  schedule_id: string | null
  /** The stored text of the history. */
  history: string
  /** Its own tags. */
  tag_ids: string[]
}

/** Reading a page takes about 20 ms. */
const PAGE = 15_000

/** Yields pages of timers that may overlap the window. */
export async function* timersIn(db: Db, ownerId: string, window: Window): AsyncGenerator<CountedTimer[]> {
  yield* pages(db, ownerId, sql`t.started_at >= ${window.from - DAY_MS} and t.started_at < ${window.to}`)
  // Timers that began more than a day before the period and may still have time in it.
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

/** Yields pages of all timers of these todos that began before the instant. */
export function timersOfTodos(db: Db, ownerId: string, todoIds: readonly string[], before: number) {
  return pages(db, ownerId, sql`${db.dialect.idIn('t.todo_id', todoIds)} and t.started_at < ${before}`)
}

export async function hasRunningTimer(db: Db, ownerId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from timers where owner_id = ${ownerId} and status = 'RUNNING' limit 1`.execute(db.sql)
  return rows.length > 0
}

const INDEXED = sql`t.started_at desc, t.id`
/** The same order, but without the index of it: few timers are found by another index, and sorted. */
const UNINDEXED = sql`+t.started_at desc, t.id`

interface Cursor {
  started_at: number
  id: string
}

/**
 * Reads each page as one text, because that takes half of the time of rows on SQLite, and a fifth on PostgreSQL
 * (`bench/requests/reports.ts`).
 */
async function* pages(
  db: Db,
  ownerId: string,
  where: RawBuilder<unknown>,
  order = INDEXED,
): AsyncGenerator<CountedTimer[]> {
  for (let after: Cursor | undefined; ; ) {
    const rest = after
      ? sql`and t.started_at <= ${after.started_at}
          and (t.started_at < ${after.started_at} or t.id > ${after.id})`
      : sql``
    const found = sql`from timers t
      where t.owner_id = ${ownerId} and t.status <> 'CANCELLED' and ${where} ${rest}
      order by ${order}`
    const columns = ['t.id', 't.todo_id', 't.schedule_id', 'l.tag_id', 't.history'].map(name => sql.ref(name))
    const { rows } = await sql<{ text: string | null }>`
      select ${db.dialect.lines(columns)} as text
      from (select t.id, t.todo_id, t.schedule_id, t.history ${found} limit ${PAGE} + 0) t
      left join timer_tags l on l.timer_id = t.id`.execute(db.sql)
    const timers = timersOf(rows[0]?.text ?? '')
    if (timers.length > 0) yield timers
    if (timers.length < PAGE) return
    const last = await sql<Cursor>`
      select t.started_at, t.id ${found} limit 1 offset ${PAGE - 1} + 0`.execute(db.sql)
    after = last.rows[0]
  }
}

/** A timer has a line for each of its tags: its ids, each of the same length or empty, and its history. */
function timersOf(text: string): CountedTimer[] {
  const timers: CountedTimer[] = []
  let lastId = ''
  let at = 0
  const nextId = (): string | null => {
    if (text.charCodeAt(at) === SPACE) {
      at++
      return null
    }
    at += ID_LENGTH + 1
    return text.slice(at - ID_LENGTH - 1, at - 1)
  }
  while (at < text.length) {
    const isSame = lastId !== '' && text.startsWith(lastId, at)
    const id = nextId() ?? ''
    const [todo_id, schedule_id, tag_id] = [nextId(), nextId(), nextId()]
    const line = text.indexOf('\n', at)
    const end = line < 0 ? text.length : line
    if (isSame && tag_id !== null) timers.at(-1)?.tag_ids.push(tag_id)
    else {
      const tag_ids = tag_id === null ? [] : [tag_id]
      timers.push({ todo_id, schedule_id, tag_ids, history: text.slice(at, end) })
    }
    lastId = id
    at = end + 1
  }
  return timers
}

const ID_LENGTH = 36
const SPACE = 32
