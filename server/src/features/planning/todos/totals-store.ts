// SQL for the time that timers have measured for todos and their descendants: one statement per list.
import { sql } from 'kysely'
import type { Db } from '../../../platform/storage/unit-of-work.ts'
import { type Measured, type TodoTotals, totalsOf } from './totals.ts'

/** Returns the totals of these todos of one owner. A running segment counts up to `now`. */
export async function findTotals(
  db: Db,
  ids: readonly string[],
  now: number,
): Promise<Map<string, TodoTotals>> {
  if (ids.length === 0) return new Map()
  // Counts each timer in whole seconds, as it is shown, so that people who add up the timers get the same sum.
  const elapsed = sql`
    (select coalesce(cast(sum(case when e.until > e.at then e.until - e.at else 0 end) as bigint), 0) / 1000
      from (select p.name, p.at, coalesce(lead(p.at) over (order by p.n), cast(${now} as bigint)) as until
        from ${db.dialect.jsonPairs('m.history')} as p) as e
      where e.name in ('start', 'resume'))`
  const { rows } = await sql<Measured>`
    with recursive below (id) as (
      select t.id from todos t where ${db.dialect.idIn('t.id', ids)}
      union select c.id from below join todos c on c.parent_id = below.id)
    select t.id, t.parent_id, t.estimate_minutes,
      (select coalesce(cast(sum(${elapsed}) as bigint), 0) from timers m
        where m.todo_id = t.id and m.status <> 'CANCELLED') as measured_seconds
    from below join todos t on t.id = below.id`.execute(db.sql)
  return totalsOf(rows)
}
