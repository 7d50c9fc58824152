// SQL for the calendar file of an export: the ids of a person's items, page by page.
import type { Db } from '../../platform/storage/unit-of-work.ts'

const PAGE = 200

/** By start, so that each time zone is defined from its earliest entry. */
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
      .limit(PAGE)
      .execute()
    if (rows.length > 0) yield rows.map(({ id }) => id)
    last = rows.length < PAGE ? undefined : rows.at(-1)
  } while (last)
}

export async function* todoIds(db: Db, owner_id: string): AsyncGenerator<string[]> {
  let last: string | undefined
  do {
    const after = last
    const rows = await db.sql
      .selectFrom('todos')
      .select('id')
      .where('owner_id', '=', owner_id)
      .$if(after !== undefined, query => query.where('id', '>', after ?? ''))
      .orderBy('id')
      .limit(PAGE)
      .execute()
    if (rows.length > 0) yield rows.map(({ id }) => id)
    last = rows.length < PAGE ? undefined : rows.at(-1)?.id
  } while (last !== undefined)
}
