import type { Window } from '@daymark/recurrence/occurrence'
import { DAY_MS } from '@daymark/recurrence/year'
import { sql } from 'kysely'
import { isActiveOwner } from '../../platform/storage/statements/active-owner.ts'
import type { Db } from '../../platform/storage/unit-of-work.ts'
import type { Candidate } from '../planning/schedules/range/range.ts'
import { candidateOf, type Subscription, type SubscriptionEvent } from './subscription.ts'

/** Keeps each statement below the parameter limit of both databases. */
const STEP = 100

export const subscriptionStore = ({ sql: db, dialect }: Db) => ({
  async insert(subscription: Subscription): Promise<void> {
    await db.insertInto('subscriptions').values(subscription).execute()
  },

  async list(ownerId: string): Promise<Subscription[]> {
    const rows = await db
      .selectFrom('subscriptions')
      .selectAll()
      .where('owner_id', '=', ownerId)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    return rows.map(toSubscription)
  },

  async count(ownerId: string): Promise<number> {
    const row = await db
      .selectFrom('subscriptions')
      .select(sql<number>`count(*)`.as('count'))
      .where('owner_id', '=', ownerId)
      .executeTakeFirstOrThrow()
    return row.count
  },

  async find(ownerId: string, id: string): Promise<Subscription | undefined> {
    const row = await db
      .selectFrom('subscriptions')
      .selectAll()
      .where('owner_id', '=', ownerId)
      .where('id', '=', id)
      .executeTakeFirst()
    return row && toSubscription(row)
  },

  /** Returns a subscription only if its owner's account is neither disabled nor about to be deleted. */
  async findActive(id: string): Promise<Subscription | undefined> {
    const row = await db
      .selectFrom('subscriptions as s')
      .selectAll('s')
      .where('s.id', '=', id)
      .where(isActiveOwner('s.owner_id'))
      .executeTakeFirst()
    return row && toSubscription(row)
  },

  async update(id: string, values: Partial<Omit<Subscription, 'id' | 'owner_id'>>): Promise<void> {
    await db.updateTable('subscriptions').set(values).where('id', '=', id).execute()
  },

  async remove(ownerId: string, id: string): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom('subscriptions')
      .where('owner_id', '=', ownerId)
      .where('id', '=', id)
      .executeTakeFirst()
    return numDeletedRows > 0n
  },

  async replaceEvents(id: string, events: readonly SubscriptionEvent[]): Promise<void> {
    await db.deleteFrom('subscription_events').where('subscription_id', '=', id).execute()
    for (let at = 0; at < events.length; at += STEP)
      await db
        .insertInto('subscription_events')
        .values(
          events
            .slice(at, at + STEP)
            .map(({ model, ...rest }) => ({ ...rest, model: JSON.stringify(model) })),
        )
        .onConflict(conflict => conflict.doNothing())
        .execute()
  },

  /** Returns events that may overlap the window. All-day events are dates, so the window is widened by a day. */
  async eventsIn(ids: readonly string[], { from, to }: Window): Promise<SubscriptionEvent[]> {
    if (ids.length === 0) return []
    const rows = await db
      .selectFrom('subscription_events')
      .selectAll()
      .where(dialect.idIn('subscription_id', ids))
      .where('range_start', '<', to + DAY_MS)
      .where('range_end', '>=', from - DAY_MS)
      .orderBy('range_start')
      .orderBy('id')
      .execute()
    return rows.map(({ model, is_free, ...row }) => ({
      ...row,
      is_free: Boolean(is_free),
      model: JSON.parse(model),
    }))
  },
})

type Row = Omit<Subscription, 'any_port'> & { any_port: boolean | 0 | 1 }

const toSubscription = (row: Row): Subscription => ({ ...row, any_port: Boolean(row.any_port) })

const EVER: Window = { from: Date.UTC(1800, 0, 1), to: Date.UTC(2300, 0, 1) }

/** The subscriptions and events that calendar apps read over CalDAV. */
export const subscribedCalendars = {
  list: (db: Db, ownerId: string): Promise<Subscription[]> => subscriptionStore(db).list(ownerId),
  events: (db: Db, id: string): Promise<SubscriptionEvent[]> => subscriptionStore(db).eventsIn([id], EVER),
}

/** Returns events that may overlap the window, converted to schedules. */
export async function readSubscribed(db: Db, ownerId: string, window: Window): Promise<Candidate[]> {
  const store = subscriptionStore(db)
  const subscriptions = new Map((await store.list(ownerId)).map(each => [each.id, each]))
  const events = await store.eventsIn([...subscriptions.keys()], window)
  return events.flatMap(event => {
    const subscription = subscriptions.get(event.subscription_id)
    return subscription ? [candidateOf(subscription, event)] : []
  })
}
