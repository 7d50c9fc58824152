// SQL for timers that may have time in a period. Reads pages, so that they fit into memory and do not block the event
// loop.
import type { Window } from '@daymark/recurrence/occurrence'
import { DAY_MS } from '@daymark/recurrence/year'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/storage/unit-of-work.ts'
import { tagIdsOf } from '../../tags/tags-of-store.ts'

/** A timer that is not canceled. */
export interface CountedTimer {
  id: string
  started_at: number
  todo_id: string | null
  schedule_id: string | null
  /** The stored text of the history. */
  history: string
  /** Comma-separated ids of its own tags. */
  tag_ids: string | null
}

/** Reading a page takes about 20 ms. */
const PAGE = 10_000

/** Yields pages of timers that may overlap the window. */
export async function* timersIn(db: Db, ownerId: string, window: Window): AsyncGenerator<CountedTimer[]> {
  yield* pages(db, ownerId, sql`t.started_at >= ${window.from - DAY_MS} and t.started_at < ${window.to}`)
  // Timers that began more than a day before the period and may still have time in it.
  const earlier = sql`t.started_at < ${window.from - DAY_MS}`
  const last = db.dialect.lastPairAt('t.history')
  yield* pages(db, ownerId, sql`${earlier} and t.status = 'RUNNING'`)
  yield* pages(
    db,
    ownerId,
    sql`${earlier} and t.status <> 'RUNNING' and ${last} - t.started_at > 86400000 and ${last} > ${window.from}`,
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

async function* pages(db: Db, ownerId: string, where: RawBuilder<unknown>): AsyncGenerator<CountedTimer[]> {
  for (let after: CountedTimer | undefined; ; ) {
    const rest = after
      ? sql`and t.started_at <= ${after.started_at}
          and (t.started_at < ${after.started_at} or t.id > ${after.id})`
      : sql``
    const { rows } = await sql<CountedTimer>`
      select t.id, t.started_at, t.todo_id, t.schedule_id, t.history,
        ${tagIdsOf(db.dialect, 'timer_tags', sql`l.timer_id = t.id`)} as tag_ids
      from timers t where t.owner_id = ${ownerId} and t.status <> 'CANCELLED' and ${where} ${rest}
      order by t.started_at desc, t.id limit ${PAGE} + 0`.execute(db.sql)
    if (rows.length > 0) yield rows
    if (rows.length < PAGE) return
    after = rows.at(-1)
  }
}
