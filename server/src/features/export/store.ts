// Pages through the ids of a person's items for the calendar file.
import { sql } from 'kysely'
import { slicesOf } from '../../platform/storage/statements/in-steps.ts'
import type { Db } from '../../platform/storage/unit-of-work.ts'

const PAGE = 200
/** The page size for schedules. It is large because no index has this order and each page sorts all schedules. */
const SORTED = 20_000

/** Sorted by start, so that each time zone is defined from its earliest schedule. */
export async function* scheduleIds(db: Db, owner_id: string): AsyncGenerator<string[]> {
  let last: { id: string; start_time: number } | undefined
  do {
    const after = last
    const rows = await db.sql
      .selectFrom('schedules')
      .select(['id', 'start_time'])
      .where('owner_id', '=', owner_id)
      .$if(after !== undefined, query =>
        query.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('start_time', 'id'), '>', tuple(after?.start_time ?? 0, after?.id ?? '')),
        ),
      )
      .orderBy('start_time')
      .orderBy('id')
      .limit(SORTED)
      .execute()
    for (const some of slicesOf(rows, PAGE)) yield some.map(({ id }) => id)
    last = rows.length < SORTED ? undefined : rows.at(-1)
  } while (last)
}

/** Uses the order of an index, because a person may have a million todos. */
export async function* todoIds(db: Db, owner_id: string): AsyncGenerator<string[]> {
  const key = sql`status_rank, deadline_rank, newest_rank, id`
  for (let last: TodoKey | undefined; ; ) {
    const after = last
      ? sql`and (${key}) > (${last.status_rank}, ${last.deadline_rank}, ${last.newest_rank}, ${last.id})`
      : sql``
    const { rows } = await sql<TodoKey>`
      select ${key} from todos where owner_id = ${owner_id} ${after}
      order by ${key} limit ${PAGE}`.execute(db.sql)
    if (rows.length > 0) yield rows.map(({ id }) => id)
    if (rows.length < PAGE) return
    last = rows.at(-1)
  }
}

interface TodoKey {
  status_rank: number
  deadline_rank: number
  newest_rank: number
  id: string
}
