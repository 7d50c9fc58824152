import { MAX_ENDPOINT, type notificationRoutes } from '@daymark/contract/notifications/notifications'
import type { DecodedBody } from '@daymark/contract/route'
import type { RequestTx } from '../../../platform/changes/request-tx.ts'
import type { Actor } from '../../../platform/kernel/actor.ts'
import { invalid, notFound, Problem } from '../../../platform/kernel/errors.ts'
import { newId } from '../../../platform/kernel/ids.ts'
import { OutboundError } from '../../../platform/outbound/outbound-error.ts'
import { areValidKeys } from '../../../platform/outbound/push/encryption.ts'
import type { Vapid } from '../../../platform/outbound/push/vapid.ts'
import type { UnitOfWork } from '../../../platform/storage/unit-of-work.ts'
import { pushStore, type Subscription } from './push-store.ts'

type SubscriptionCreate = DecodedBody<(typeof notificationRoutes)['subscribe']>

export type PushService = ReturnType<typeof pushService>

export interface PushServiceParts {
  uow: UnitOfWork
  vapid(): Promise<Vapid>
  /** Throws if the outbound policy forbids this address. */
  checkUrl(url: string): void
}

const MAX_DEVICES = 20

export const pushService = ({ uow, vapid, checkUrl }: PushServiceParts) => ({
  key: async (): Promise<string> => (await vapid()).publicKey,

  list: (actor: Actor): Promise<Subscription[]> => uow.read(db => pushStore(db).list(actor.id)),

  async subscribe(tx: RequestTx, { endpoint, keys, device }: SubscriptionCreate): Promise<Subscription> {
    if (!areValidKeys(keys)) throw invalid('keys', 'must be the keys of a push subscription')
    try {
      checkUrl(endpoint)
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error
      const { message } = error
      throw new Problem('invalid', message, { errors: [{ path: 'endpoint', message }] })
    }
    const { href } = new URL(endpoint)
    if (href.length > MAX_ENDPOINT)
      throw invalid('endpoint', `must have at most ${MAX_ENDPOINT} characters as an encoded URL`)
    const { actor } = tx
    const subscription = {
      id: newId(),
      owner_id: actor.id,
      endpoint: href,
      ...keys,
      device: device ?? null,
      created_at: tx.now,
      last_sent_at: null,
      any_port: false,
      failing_since: null,
      paused_until: null,
    }
    await pushStore(tx).save(subscription)
    const known = await pushStore(tx).list(actor.id)
    for (const { id } of known.slice(0, -MAX_DEVICES)) await pushStore(tx).remove(actor.id, id)
    return subscription
  },

  async unsubscribe(tx: RequestTx, id: string): Promise<void> {
    if (!(await pushStore(tx).remove(tx.actor.id, id))) throw notFound('Device not found.')
  },
})
