import { sql } from 'kysely'
import type { Db } from '../../../platform/storage/unit-of-work.ts'

export interface Subscription {
  id: string
  owner_id: string
  endpoint: string
  p256dh: string
  auth: string
  device: string | null
  created_at: number
  last_sent_at: number | null
}

export const pushStore = ({ sql: db }: Db) => ({
  /** Returns device ids, keyed by owner id. */
  async idsOf(ownerIds: readonly string[]): Promise<Map<string, string[]>> {
    const rows = await db
      .selectFrom('push_subscriptions')
      .select(['id', 'owner_id'])
      .where('owner_id', 'in', [...ownerIds])
      .execute()
    const groups = Map.groupBy(rows, ({ owner_id }) => owner_id)
    return new Map([...groups].map(([owner, own]) => [owner, own.map(({ id }) => id)]))
  },

  async list(ownerId: string): Promise<Subscription[]> {
    return db
      .selectFrom('push_subscriptions')
      .selectAll()
      .where('owner_id', '=', ownerId)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
  },

  async find(id: string): Promise<Subscription | undefined> {
    return db.selectFrom('push_subscriptions').selectAll().where('id', '=', id).executeTakeFirst()
  },

  /** Replaces a subscription with the same endpoint, even if it belonged to another person who used this browser. */
  async save(subscription: Subscription): Promise<void> {
    await db.deleteFrom('push_subscriptions').where('endpoint', '=', subscription.endpoint).execute()
    await db.insertInto('push_subscriptions').values(subscription).execute()
  },

  /** Returns false if the person has no such subscription. */
  async remove(ownerId: string, id: string): Promise<boolean> {
    const { rows } = await sql<{ id: string }>`
      delete from push_subscriptions where id = ${id} and owner_id = ${ownerId} returning id`.execute(db)
    return rows.length > 0
  },

  async sent(id: string, now: number): Promise<void> {
    await db.updateTable('push_subscriptions').set({ last_sent_at: now }).where('id', '=', id).execute()
  },
})
