import { REFRESH_MINUTES, type subscriptionRoutes } from '@daymark/contract/calendars/subscriptions'
import type { DecodedBody } from '@daymark/contract/route'
import { cancel, enqueue } from '../../platform/jobs/enqueue.ts'
import type { NewJob } from '../../platform/jobs/job.ts'
import type { Actor } from '../../platform/kernel/actor.ts'
import { conflict, notFound, Problem } from '../../platform/kernel/errors.ts'
import { newId } from '../../platform/kernel/ids.ts'
import { settingsChanged } from '../../platform/kernel/notice.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import { OutboundError } from '../../platform/outbound/outbound-error.ts'
import type { Db } from '../../platform/storage/unit-of-work.ts'
import { type RefreshParts, refresh } from './refresh.ts'
import { subscriptionStore } from './store.ts'
import { DEFAULT_COLOR, fetchable, MAX_SUBSCRIPTIONS, type Subscription } from './subscription.ts'

export type SubscriptionService = ReturnType<typeof subscriptionService>

type Create = DecodedBody<(typeof subscriptionRoutes)['create']>
type Update = DecodedBody<(typeof subscriptionRoutes)['update']>

export const SUBSCRIPTION_JOB = 'subscription'

export const refreshJob = ({ id, owner_id }: Subscription, run_at: number): NewJob => ({
  kind: SUBSCRIPTION_JOB,
  key: id,
  owner_id,
  run_at,
})

export const nextRefresh = ({ refresh_minutes }: Subscription, now: number): number =>
  now + refresh_minutes * 60_000

const LONGEST_PAUSE_MS = 6 * 3_600_000

/** A calendar that fails is refreshed less often, the longer it has been failing. */
export function afterFailure(subscription: Subscription, now: number): number {
  const failing_ms = now - (subscription.last_success_at ?? subscription.created_at)
  return Math.max(nextRefresh(subscription, now), now + Math.min(failing_ms, LONGEST_PAUSE_MS))
}

export function subscriptionService(parts: RefreshParts) {
  const { uow, clock, outbound } = parts

  const find = async (db: Db, actor: Actor, id: string): Promise<Subscription> => {
    const subscription = await subscriptionStore(db).find(actor.id, id)
    if (!subscription) throw notFound('Subscription not found.')
    return subscription
  }

  return {
    list: (actor: Actor): Promise<Subscription[]> => uow.read(db => subscriptionStore(db).list(actor.id)),

    get: (actor: Actor, id: string): Promise<Subscription> => uow.read(db => find(db, actor, id)),

    create(actor: Actor, body: Create): Promise<Subscription> {
      const now = clock.now()
      const subscription: Subscription = {
        id: newId(),
        owner_id: actor.id,
        url: checkedUrl(body.url, outbound),
        name: body.name,
        color: body.color ?? DEFAULT_COLOR,
        refresh_minutes: body.refresh_minutes ?? REFRESH_MINUTES.usual,
        events: 0,
        error: null,
        last_attempt_at: null,
        last_success_at: null,
        etag: null,
        last_modified: null,
        zone: null,
        any_port: false,
        created_at: now,
        updated_at: now,
      }
      return uow.write([actor.id], async tx => {
        const store = subscriptionStore(tx)
        if ((await store.count(actor.id)) >= MAX_SUBSCRIPTIONS)
          throw conflict(
            `You have reached the limit of ${MAX_SUBSCRIPTIONS} subscriptions. Delete one first.`,
          )
        await store.insert(subscription)
        tx.emit(settingsChanged(actor.id, 'subscription'))
        await enqueue(tx, refreshJob(subscription, now), now)
        return subscription
      })
    },

    update(actor: Actor, id: string, body: Update): Promise<Subscription> {
      const now = clock.now()
      return uow.write([actor.id, `subscription ${id}`], async tx => {
        const before = await find(tx, actor, id)
        const url =
          body.url === undefined || body.url === before.url ? before.url : checkedUrl(body.url, outbound)
        const isMoved = url !== before.url
        const changed: Subscription = {
          ...before,
          ...body,
          url,
          ...(isMoved && {
            any_port: false,
            etag: null,
            last_modified: null,
            error: null,
            last_success_at: null,
            events: 0,
          }),
          updated_at: now,
        }
        const { id: _id, owner_id: _owner, ...values } = changed
        await subscriptionStore(tx).update(id, values)
        tx.emit(settingsChanged(actor.id, 'subscription'))
        if (isMoved) await subscriptionStore(tx).replaceEvents(id, [])
        const from = isMoved
          ? now
          : Math.min(nextRefresh(changed, changed.last_attempt_at ?? now), nextRefresh(changed, now))
        await enqueue(tx, refreshJob(changed, from), now)
        return changed
      })
    },

    async remove(actor: Actor, id: string): Promise<void> {
      const found = await uow.write([actor.id, `subscription ${id}`], async tx => {
        await cancel(tx, SUBSCRIPTION_JOB, id)
        tx.emit(settingsChanged(actor.id, 'subscription'))
        return subscriptionStore(tx).remove(actor.id, id)
      })
      if (!found) throw notFound('Subscription not found.')
    },

    /** Fetches the calendar. The result stores it, so that no transaction waits for another server. */
    async refresh(actor: Actor, id: string): Promise<() => Promise<Subscription>> {
      const subscription = await uow.read(db => find(db, actor, id))
      const save = await refresh(parts, subscription)
      return async () => {
        const now = clock.now()
        await save(tx => enqueue(tx, refreshJob(subscription, nextRefresh(subscription, now)), now))
        return uow.read(db => find(db, actor, id))
      }
    },
  }
}

function checkedUrl(text: string, outbound: Outbound): string {
  try {
    return outbound.check(fetchable(text)).href
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    throw new Problem('invalid', error.message, { errors: [{ path: 'url', message: error.message }] })
  }
}
