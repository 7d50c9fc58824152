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

  async removeExpired(now: number): Promise<void> {
    await db.deleteFrom('oauth_records').where('expires_at', '<', now).execute()
  },

  /** Deletes old grants and old registered clients that belong to no connected app. */
  async removeOrphans(grantsBefore: number, clientsBefore: number): Promise<void> {
    await db
      .deleteFrom('oauth_records')
      .where('kind', '=', 'Grant')
      .where('created_at', '<', grantsBefore)
      .where('grant_id', 'not in', query => query.selectFrom('connected_apps').select('grant_id'))
      .execute()
    await db
      .deleteFrom('oauth_records')
      .where('kind', 'in', ['Client', 'ClientDocument'])
      .where('created_at', '<', clientsBefore)
      .where('client_id', 'not in', query => query.selectFrom('connected_apps').select('client_id'))
      .execute()
  },
})
