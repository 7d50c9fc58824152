// Reads a few timers per day to find streaks that last for years.
import type { Window } from '@daymark/recurrence/occurrence'
import { sql } from 'kysely'
import type { Db } from '../../../platform/storage/unit-of-work.ts'
import { lengthOf, SpanReader } from '../counting/spans.ts'

/** Enough to recognize nearly every active day, and few enough to read a year in one statement. */
const TIMERS_PER_DAY = 8
/** Longer histories are skipped, so that the result fits into memory. */
const MAX_BYTES = 1_000

/** True for each day on which a few timers already have enough time. Other days may be active too. */
export async function sampleDays(
  { sql: db, dialect }: Db,
  ownerId: string,
  days: readonly Window[],
  { now, enough }: { now: number; enough: number },
): Promise<boolean[]> {
  const bounds = sql.join(days.map(({ from, to }) => sql`(cast(${from} as bigint), cast(${to} as bigint))`))
  const { rows } = await sql<{ start: number; histories: string }>`
    select d.column1 as start, (
      select ${dialect.lines('f.history')} from (
        select t.history from timers t
        where t.owner_id = ${ownerId} and t.started_at >= d.column1 and t.started_at < d.column2
          and t.status <> 'CANCELLED' and octet_length(t.history) <= ${sql.lit(MAX_BYTES)}
        order by t.started_at desc, t.id limit ${sql.lit(TIMERS_PER_DAY)}) f) as histories
    from (values ${bounds}) d`.execute(db)
  const found = new Map(rows.map(({ start, histories }) => [Number(start), histories ?? '']))
  return days.map(day => timeIn(found.get(day.from) ?? '', day, now) >= enough)
}

function timeIn(histories: string, day: Window, now: number): number {
  const reader = new SpanReader(day, now)
  let sum = 0
  for (let place = 0; place < histories.length; place = reader.end + 1)
    sum += lengthOf(reader.read(histories, place))
  return sum
}
