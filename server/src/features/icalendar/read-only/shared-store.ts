// Finds other people's schedules by the same visibility rules as all lists.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/storage/unit-of-work.ts'
import { scopeBranches } from '../../visibility/scope.ts'
import { visibilityStore } from '../../visibility/store.ts'
import type { Listed } from '../objects/collection.ts'

/** Excludes strangers' public schedules, which would flood a phone's calendar. */
const SCOPE = { scope: 'shared', public_from: 'friends' } as const

export const sharedStore = (db: Db) => {
  async function select(viewerId: string, more: RawBuilder<unknown>): Promise<Listed[]> {
    const viewer = await visibilityStore(db).viewer(viewerId)
    const pages = scopeBranches('schedule', SCOPE, viewer, 'x').map(
      branch => sql`select x.id, x.version, x.updated_at from schedules x where ${branch} ${more}`,
    )
    const { rows } = await sql<Pick<Listed, 'id' | 'version' | 'updated_at'>>`
      select * from (${sql.join(pages, sql` union all `)}) shared order by version, id`.execute(db.sql)
    return rows.map(row => ({ ...row, name: `${row.id}.ics`, is_stored: false }))
  }

  return {
    list: (viewerId: string): Promise<Listed[]> => select(viewerId, sql``),

    inRange: (viewerId: string, window: { from: number; to: number }): Promise<Listed[]> =>
      select(viewerId, sql`and x.range_start < ${window.to} and x.range_end >= ${window.from}`),
  }
}
