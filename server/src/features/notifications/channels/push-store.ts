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
  any_port: boolean
  failing_since: number | null
  /** Nothing is sent until this time, because the last attempt failed. */
  paused_until: number | null
}

export const pushStore = ({ sql: db, dialect }: Db) => ({
  /** Returns device ids, keyed by owner id. */
  async idsOf(ownerIds: readonly string[]): Promise<Map<string, string[]>> {
    const rows = await db
      .selectFrom('push_subscriptions')
      .select(['id', 'owner_id'])
      .where(dialect.textIn('owner_id', ownerIds))
      .execute()
    const groups = Map.groupBy(rows, ({ owner_id }) => owner_id)
    return new Map([...groups].map(([owner, own]) => [owner, own.map(({ id }) => id)]))
  },

  async list(ownerId: string): Promise<Subscription[]> {
    const rows = await db
      .selectFrom('push_subscriptions')
      .selectAll()
      .where('owner_id', '=', ownerId)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    return rows.map(toSubscription)
  },

  async find(id: string): Promise<Subscription | undefined> {
    const row = await db.selectFrom('push_subscriptions').selectAll().where('id', '=', id).executeTakeFirst()
    return row && toSubscription(row)
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
    const values = { last_sent_at: now, failing_since: null, paused_until: null }
    await db.updateTable('push_subscriptions').set(values).where('id', '=', id).execute()
  },

  async failed(id: string, values: Pick<Subscription, 'failing_since' | 'paused_until'>): Promise<void> {
    await db.updateTable('push_subscriptions').set(values).where('id', '=', id).execute()
  },
})

type Row = Omit<Subscription, 'any_port'> & { any_port: boolean | 0 | 1 }

const toSubscription = (row: Row): Subscription => ({ ...row, any_port: Boolean(row.any_port) })
