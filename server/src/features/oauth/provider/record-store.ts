import { sql } from 'kysely'
import { deleteExpired, deleteStep } from '../../../platform/storage/statements/in-steps.ts'
import type { Db } from '../../../platform/storage/unit-of-work.ts'

export interface OauthRecord {
  kind: string
  id: string
  account_id: string | null
  client_id: string | null
  grant_id: string | null
  session_uid: string | null
  user_code: string | null
  scopes: string | null
  audience: string | null
  payload: string
  expires_at: number | null
}

type Found = { id: string; payload: string; consumed_at: number | null }

type Key = 'id' | 'session_uid' | 'user_code'

export const oauthRecordStore = ({ sql: db }: Db) => ({
  async find(kind: string, key: Key, value: string): Promise<Found | undefined> {
    return db
      .selectFrom('oauth_records')
      .select(['id', 'payload', 'consumed_at'])
      .where('kind', '=', kind)
      .where(key, '=', value)
      .executeTakeFirst()
  },

  async save(record: OauthRecord, now: number): Promise<void> {
    const { kind: _kind, id: _id, ...changed } = record
    await db
      .insertInto('oauth_records')
      .values({ ...record, created_at: now, consumed_at: null })
      .onConflict(conflict => conflict.columns(['kind', 'id']).doUpdateSet(changed))
      .execute()
  },

  /** Returns false if the record has already been used, so that only one of two concurrent uses succeeds. */
  async consume(kind: string, id: string, now: number): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('oauth_records')
      .set({ consumed_at: now })
      .where('kind', '=', kind)
      .where('id', '=', id)
      .where('consumed_at', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  },

  async remove(kind: string, id: string): Promise<void> {
    await db.deleteFrom('oauth_records').where('kind', '=', kind).where('id', '=', id).execute()
  },

  async removeSession(uid: string): Promise<void> {
    await db
      .deleteFrom('oauth_records')
      .where('kind', '=', 'Session')
      .where('session_uid', '=', uid)
      .execute()
  },

  async removeOfGrant(kind: string, grantId: string): Promise<void> {
    await db.deleteFrom('oauth_records').where('kind', '=', kind).where('grant_id', '=', grantId).execute()
  },

  removeExpired: (now: number): Promise<number> =>
    deleteExpired({ sql: db }, 'oauth_records', now, { key: ['kind', 'id'] }),

  /** Deletes some old grants and old registered clients that belong to no connected app. Returns the number. */
  async removeOrphans(grantsBefore: number, clientsBefore: number): Promise<number> {
    const key = ['kind', 'id']
    const grants = sql`kind = 'Grant' and created_at < ${grantsBefore}
      and not exists (select 1 from connected_apps a where a.grant_id = oauth_records.grant_id)`
    const clients = sql`kind in ('Client', 'ClientDocument') and created_at < ${clientsBefore}
      and not exists (select 1 from connected_apps a where a.client_id = oauth_records.client_id)`
    let deleted = 0
    for (const where of [grants, clients])
      deleted += await deleteStep({ sql: db }, { table: 'oauth_records', key, where })
    return deleted
  },
})
