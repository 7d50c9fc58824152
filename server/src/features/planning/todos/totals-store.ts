import { sql } from 'kysely'
import type { Db } from '../../../platform/storage/unit-of-work.ts'
import { type Measured, measuredMs, type TodoTotals, totalsOf } from './totals.ts'

/** Returns the totals of todos, which must have the same owner. A running timer counts up to `now`. */
export async function findTotals(
  db: Db,
  ids: readonly string[],
  now: number,
): Promise<Map<string, TodoTotals>> {
  if (ids.length === 0) return new Map()
  // Sums timers here, because summing in SQL takes ten times as long.
  const { rows } = await sql<Row>`
    with recursive below (id) as (
      select t.id from todos t where ${db.dialect.idIn('t.id', ids)}
      union select c.id from below join todos c on c.parent_id = below.id)
    select t.id, t.parent_id, t.estimate_minutes,
      (select ${db.dialect.joined('m.history')} from timers m
        where m.todo_id = t.id and m.status <> 'CANCELLED') as histories
    from below join todos t on t.id = below.id`.execute(db.sql)
  return totalsOf(
    rows.map(({ histories, ...todo }) => ({ ...todo, measured_seconds: secondsOf(histories, now) })),
  )
}

type Row = Omit<Measured, 'measured_seconds'> & { histories: string | null }

/** Rounds each timer down to whole seconds, so that the sum matches the timers that people see. */
function secondsOf(histories: string | null, now: number): number {
  if (histories === null) return 0
  const timers: [action: string, at: number][][] = JSON.parse(`[${histories}]`)
  return timers.reduce((sum, history) => sum + Math.floor(measuredMs(history, now) / 1000), 0)
}
