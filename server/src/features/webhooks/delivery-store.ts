// A pending delivery waits for earlier pending deliveries of the same item.
import type { DeliveryStatus } from '@daymark/contract/webhooks'
import { sql } from 'kysely'
import { type PageRequest, pageSize } from '../../platform/kernel/page.ts'
import type { Db } from '../../platform/storage/unit-of-work.ts'
import type { Delivery } from './webhook.ts'

/** The sort key of the list; `seq` is 0 for a test. */
export type NewestPosition = [created_at: number, seq: number, id: string]

const isFirstOfItem = sql<boolean>`not exists (select 1 from webhook_deliveries e
  where e.webhook_id = d.webhook_id and e.status = 'pending' and e.kind = d.kind
    and e.resource_id = d.resource_id and e.seq < d.seq)`

const OLD_STEP = 500

export const deliveryStore = ({ sql: db }: Db) => ({
  /** Stores pending deliveries. A replayed change keeps its delivery id, so that receivers recognize it. */
  async queue(deliveries: readonly Delivery[]): Promise<void> {
    for (const delivery of deliveries)
      await db
        .insertInto('webhook_deliveries')
        .values(delivery)
        .onConflict(conflict =>
          conflict
            .columns(['webhook_id', 'seq'])
            .doUpdateSet(({ ref }) => ({
              status: 'pending',
              attempts: 0,
              created_at: ref('excluded.created_at'),
              next_attempt_at: ref('excluded.next_attempt_at'),
              body: ref('excluded.body'),
            }))
            .where('webhook_deliveries.status', '<>', 'pending'),
        )
        .execute()
  },

  async insert(delivery: Delivery): Promise<void> {
    await db.insertInto('webhook_deliveries').values(delivery).execute()
  },

  async findDue(webhookId: string, now: number): Promise<Delivery | undefined> {
    const row = await db
      .selectFrom('webhook_deliveries as d')
      .selectAll()
      .where('d.webhook_id', '=', webhookId)
      .where('d.status', '=', 'pending')
      .where('d.next_attempt_at', '<=', now)
      .where(isFirstOfItem)
      .orderBy('d.seq')
      .limit(1)
      .executeTakeFirst()
    return row && toDelivery(row)
  },

  async nextDueAt(webhookId: string): Promise<number | undefined> {
    const row = await db
      .selectFrom('webhook_deliveries as d')
      .select(sql<number | null>`min(d.next_attempt_at)`.as('at'))
      .where('d.webhook_id', '=', webhookId)
      .where('d.status', '=', 'pending')
      .where(isFirstOfItem)
      .executeTakeFirst()
    return row?.at ?? undefined
  },

  /** Counts the attempt before it is sent. Returns false if another instance has already begun it. */
  async begin({ id, attempts }: Delivery, now: number, until: number): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('webhook_deliveries')
      .set({ attempts: attempts + 1, last_attempt_at: now, next_attempt_at: until })
      .where('id', '=', id)
      .where('status', '=', 'pending')
      .where('attempts', '=', attempts)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  /** Stores the outcome of an attempt, unless a later attempt has begun. */
  async update({ id, attempts }: Delivery, outcome: Partial<Omit<Delivery, 'id'>>): Promise<void> {
    await db
      .updateTable('webhook_deliveries')
      .set(outcome)
      .where('id', '=', id)
      .where('attempts', '=', attempts)
      .execute()
  },

  async cancelPending(webhookId: string): Promise<void> {
    await db
      .updateTable('webhook_deliveries')
      .set({ status: 'canceled', next_attempt_at: null })
      .where('webhook_id', '=', webhookId)
      .where('status', '=', 'pending')
      .execute()
  },

  async find(ownerId: string, id: string): Promise<Delivery | undefined> {
    const row = await db
      .selectFrom('webhook_deliveries')
      .selectAll()
      .where('id', '=', id)
      .where('owner_id', '=', ownerId)
      .executeTakeFirst()
    return row && toDelivery(row)
  },

  async list(
    webhookId: string,
    status: DeliveryStatus | undefined,
    page: PageRequest,
    after?: NewestPosition,
  ): Promise<Delivery[]> {
    const rows = await db
      .selectFrom('webhook_deliveries')
      .selectAll()
      .where('webhook_id', '=', webhookId)
      .$if(status !== undefined, query => query.where('status', '=', status as DeliveryStatus))
      .$if(after !== undefined, query =>
        query.where(
          sql<boolean>`(created_at, coalesce(seq, 0), id) < (${after?.[0]}, ${after?.[1]}, ${after?.[2]})`,
        ),
      )
      .orderBy('created_at', 'desc')
      .orderBy(sql`coalesce(seq, 0)`, 'desc')
      .orderBy('id', 'desc')
      .limit(pageSize(page) + 1)
      .execute()
    return rows.map(toDelivery)
  },

  async removeOld(before: number): Promise<number> {
    const { numDeletedRows } = await db
      .deleteFrom('webhook_deliveries')
      .where(
        'id',
        'in',
        db
          .selectFrom('webhook_deliveries')
          .select('id')
          .where('created_at', '<', before)
          .where('status', '<>', 'pending')
          .limit(OLD_STEP),
      )
      .executeTakeFirst()
    return Number(numDeletedRows)
  },

  /**
   * Erases the content of deliveries about these items, which their owner erased from the trash. Cancels those
   * deliveries that are still pending. Does not change a pending delivery that reports the deletion.
   */
  async eraseBodies(ownerId: string, items: readonly { kind: string; id: string }[]): Promise<void> {
    for (const { kind, id } of items)
      await sql`
        update webhook_deliveries set body = null, response_excerpt = null, next_attempt_at = null,
          status = case when status = 'pending' then 'canceled' else status end
        where owner_id = ${ownerId} and kind = ${kind} and resource_id = ${id}
          and not (status = 'pending' and type = ${`${kind}.deleted`})`.execute(db)
  },
})

const toDelivery = (row: Omit<Delivery, 'status'> & { status: string }): Delivery => ({
  ...row,
  status: row.status as DeliveryStatus,
})
