// Schedules that may have time in a period. Omits all-day schedules, because reports do not count them as hours.
import type { Window } from '@daymark/recurrence/occurrence'
import { sql } from 'kysely'
import type { Db } from '../../../platform/storage/unit-of-work.ts'
import { toExceptions } from '../../planning/schedules/exceptions/exception-store.ts'
import type { StoredException } from '../../planning/schedules/exceptions/instance.ts'
import { exceptionsIn, inEachClass } from '../../planning/schedules/range/range-store.ts'
import { SERIES_CLASS } from '../../planning/schedules/schedule.ts'
import { tagIdsOf, tagReader } from '../../tags/tags-of-store.ts'

export interface CountedSchedule {
  id: string
  start_time: number
  end_time: number
  source_todo_id: string | null
  /** Comma-separated ids of the schedule's own tags. */
  tag_ids: string | null
}

export interface CountedSeries extends CountedSchedule {
  timezone: string
  recurrence_rule: string
  recurrence_end: number | null
  exceptions: StoredException[]
}

const PAGE = 10_000

/** Yields pages of single schedules that overlap the window. */
export async function* singlesIn(db: Db, ownerId: string, window: Window): AsyncGenerator<CountedSchedule[]> {
  for (let after: CountedSchedule | undefined; ; ) {
    const rest = after ? sql`and (s.start_time, s.id) > (${after.start_time}, ${after.id})` : sql``
    const found = inEachClass(sql`s.owner_id = ${ownerId}`, window, 0, after?.start_time).map(
      where => sql`select * from (select s.id, s.start_time from schedules s
        where ${where} and s.range_end > ${window.from} ${rest}
        order by s.range_start, s.id limit ${PAGE} + 0) branch`,
    )
    const { rows } = await sql<CountedSchedule>`
      select s.id, s.start_time, s.end_time, s.source_todo_id,
        ${tagIdsOf(db.dialect, 'schedule_tags', sql`l.schedule_id = s.id`)} as tag_ids
      from (select id from (${sql.join(found, sql` union all `)}) found
        order by start_time, id limit ${PAGE} + 0) page
      join schedules s on s.id = page.id`.execute(db.sql)
    if (rows.length > 0) yield rows
    if (rows.length < PAGE) return
    after = rows.reduce((last, row) => (isAfter(row, last) ? row : last))
  }
}

const isAfter = (a: CountedSchedule, b: CountedSchedule): boolean =>
  a.start_time > b.start_time || (a.start_time === b.start_time && a.id > b.id)

/** Reads the series that may have occurrences in the window, with their exceptions in the window. */
export async function seriesIn(db: Db, ownerId: string, window: Window): Promise<CountedSeries[]> {
  const found = inEachClass(sql`s.owner_id = ${ownerId}`, window, SERIES_CLASS).map(
    where =>
      sql`select s.id from schedules s where ${where} and s.range_end > ${window.from} and not s.all_day`,
  )
  const { rows } = await sql<Omit<CountedSeries, 'exceptions'> & { exceptions: string }>`
    select s.id, s.start_time, s.end_time, s.source_todo_id, s.timezone, s.recurrence_rule, s.recurrence_end,
      ${tagIdsOf(db.dialect, 'schedule_tags', sql`l.schedule_id = s.id`)} as tag_ids,
      ${exceptionsIn(db, window)} as exceptions
    from (${sql.join(found, sql` union all `)}) found join schedules s on s.id = found.id`.execute(db.sql)
  const readTags = tagReader()
  return rows.map(row => ({ ...row, exceptions: toExceptions(row.exceptions, readTags) }))
}
