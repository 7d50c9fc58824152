import { CHANGE_KINDS, type ChangeKind } from '@daymark/contract/constants'
import type { DecodedBody } from '@daymark/contract/route'
import type { DeliveryStatus, webhookRoutes } from '@daymark/contract/webhooks'
import { changeStore } from '../../platform/changes/store.ts'
import { totalsStore } from '../../platform/changes/totals-store.ts'
import type { Actor } from '../../platform/kernel/actor.ts'
import { conflict, forbidden, gone, notFound, Problem } from '../../platform/kernel/errors.ts'
import { newId } from '../../platform/kernel/ids.ts'
import { decodeCursor, type Page, type PageRequest, toPage } from '../../platform/kernel/page.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import { utc } from '../../platform/kernel/time/zone.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import { OutboundError } from '../../platform/outbound/outbound-error.ts'
import type { Db, UnitOfWork } from '../../platform/storage/unit-of-work.ts'
import { requireVerified } from '../people/users/verification-store.ts'
import { deliveryStore, type NewestPosition } from './delivery-store.ts'
import { answerColumns } from './record.ts'
import { newDelivery } from './scan.ts'
import { wakeWebhook } from './sender.ts'
import { attempt } from './sending/attempt.ts'
import { newSecret } from './sending/signature.ts'
import { webhookStore } from './store.ts'
import { renderBody } from './template.ts'
import { type Delivery, MAX_WEBHOOKS, outcomeOf, rotated, type Webhook } from './webhook.ts'

export type WebhookService = ReturnType<typeof webhookService>

type Create = DecodedBody<(typeof webhookRoutes)['create']>
type Update = DecodedBody<(typeof webhookRoutes)['update']>
type Kinds = readonly ChangeKind[]

export interface WebhookParts {
  uow: UnitOfWork
  clock: Clock
  outbound: Outbound
}

const INACTIVE = 'This webhook is inactive. Activate it first.'
const NOT_FAILING = { failing_since: null, paused_until: null, disabled_at: null, disabled_reason: null }

export function webhookService({ uow, clock, outbound }: WebhookParts) {
  const find = async (db: Db, actor: Actor, id: string): Promise<Webhook> => {
    const webhook = await webhookStore(db).find(actor.id, id)
    if (!webhook) throw notFound('Webhook not found.')
    return webhook
  }

  return {
    list: (actor: Actor): Promise<Webhook[]> => uow.read(db => webhookStore(db).list(actor.id)),

    get: (actor: Actor, id: string): Promise<Webhook> => uow.read(db => find(db, actor, id)),

    async create(actor: Actor, body: Create, readable: Kinds): Promise<Webhook> {
      const now = clock.now()
      const webhook: Webhook = {
        id: newId(),
        owner_id: actor.id,
        url: checkedUrl(body.url, outbound),
        kinds: body.kinds ?? null,
        events: body.events ?? ['created', 'updated', 'deleted'],
        detail: body.detail ?? 'full',
        template: body.template ?? 'json',
        active: body.active ?? true,
        secret: newSecret(),
        old_secret: null,
        old_secret_until: null,
        any_port: false,
        seq: 0,
        ...NOT_FAILING,
        created_at: now,
        updated_at: now,
      }
      requireReadable(webhook, readable)
      return uow.write([actor.id], async tx => {
        await requireVerified(tx, actor.id)
        const store = webhookStore(tx)
        if ((await store.count(actor.id)) >= MAX_WEBHOOKS)
          throw conflict(`You have reached the limit of ${MAX_WEBHOOKS} webhooks. Delete one first.`)
        const created = { ...webhook, seq: await totalsStore(tx).currentSeq(actor.id) }
        await store.insert(created)
        return created
      })
    },

    update: (actor: Actor, id: string, body: Update, readable: Kinds): Promise<Webhook> =>
      uow.write([actor.id, `webhook ${id}`], async tx => {
        if (body.url !== undefined) await requireVerified(tx, actor.id)
        const before = await find(tx, actor, id)
        const url =
          body.url === undefined || body.url === before.url ? before.url : checkedUrl(body.url, outbound)
        const starts = body.active === true && !before.active
        const changed: Webhook = {
          ...before,
          ...body,
          kinds: body.kinds === undefined ? before.kinds : body.kinds,
          url,
          ...(url !== before.url && { any_port: false, failing_since: null, paused_until: null }),
          // Skips changes that happened while the webhook was inactive. A replay can send them.
          ...(starts && { ...NOT_FAILING, seq: await totalsStore(tx).currentSeq(actor.id) }),
          updated_at: clock.now(),
        }
        requireReadable(changed, readable)
        const { id: _id, owner_id: _owner, ...columns } = changed
        await webhookStore(tx).update(id, columns)
        if (before.active && !changed.active) await deliveryStore(tx).cancelPending(id)
        if (changed.active) await wakeWebhook(tx, changed, clock.now())
        return changed
      }),

    async remove(actor: Actor, id: string): Promise<void> {
      const found = await uow.write([actor.id, `webhook ${id}`], tx => webhookStore(tx).remove(actor.id, id))
      if (!found) throw notFound('Webhook not found.')
    },

    rotateSecret: (actor: Actor, id: string): Promise<Webhook> =>
      uow.write([actor.id, `webhook ${id}`], async tx => {
        const before = await find(tx, actor, id)
        const now = clock.now()
        const secrets = { ...rotated(before, newSecret(), now), updated_at: now }
        await webhookStore(tx).update(id, secrets)
        return { ...before, ...secrets }
      }),

    async test(actor: Actor, id: string): Promise<Delivery> {
      const webhook = await uow.read(db => find(db, actor, id))
      const at = clock.now()
      const type = 'webhook.test'
      const data = { webhook_id: webhook.id }
      const body = renderBody(webhook.template, { type, timestamp: utc.format(at), data, title: null })
      const delivery = { ...newDelivery(webhook, type, at), body, attempts: 1, last_attempt_at: at }
      const answer = await attempt({ fetch: outbound.fetch, now: () => clock.now() }, webhook, delivery)
      const tested: Delivery = {
        ...delivery,
        ...answerColumns(answer),
        status: outcomeOf(answer) === 'delivered' ? 'delivered' : 'failed',
      }
      await uow.write([`webhook ${id}`], async tx => {
        await find(tx, actor, id)
        await deliveryStore(tx).insert(tested)
      })
      return tested
    },

    replay: (actor: Actor, id: string, since: number, readable: Kinds) =>
      uow.write([actor.id, `webhook ${id}`], async tx => {
        const webhook = await find(tx, actor, id)
        requireReadable(webhook, readable)
        if (!webhook.active) throw conflict(INACTIVE)
        const current = await totalsStore(tx).currentSeq(actor.id)
        const position = (await webhookStore(tx).positionAt(actor.id, since)) ?? current
        const start = await changeStore(tx).startOf(actor.id)
        // Changes since this time may already have been pruned from the log.
        if (position <= start && start > 0)
          throw gone('The change log no longer reaches back to this time. Choose a later one.')
        await webhookStore(tx).update(id, { seq: Math.min(position, webhook.seq), paused_until: null })
        await wakeWebhook(tx, webhook, clock.now())
        return { since_seq: position, changes: current - position }
      }),

    async deliveries(
      actor: Actor,
      id: string,
      query: PageRequest & { status?: DeliveryStatus },
      readable: Kinds,
    ): Promise<Page<Delivery>> {
      const after = decodeCursor<NewestPosition>(query, ['number', 'number', 'uuid'])
      const rows = await uow.read(async db => {
        requireReadable(await find(db, actor, id), readable)
        return deliveryStore(db).list(id, query.status, query, after)
      })
      return toPage(rows, query, delivery => [delivery.created_at, delivery.seq ?? 0, delivery.id])
    },

    async retry(actor: Actor, id: string, readable: Kinds): Promise<Delivery> {
      const found = await uow.read(db => deliveryStore(db).find(actor.id, id))
      if (!found) throw notFound('Delivery not found.')
      return uow.write([actor.id, `webhook ${found.webhook_id}`], async tx => {
        const webhook = await find(tx, actor, found.webhook_id)
        requireReadable(webhook, readable)
        const delivery = await deliveryStore(tx).find(actor.id, id)
        if (!webhook.active) throw conflict(INACTIVE)
        if (!delivery) throw notFound('Delivery not found.')
        if (delivery.body === null) throw conflict('The content of this delivery was erased.')
        const queued = { status: 'pending', attempts: 0, next_attempt_at: clock.now() } as const
        await deliveryStore(tx).update(delivery, queued)
        await webhookStore(tx).update(webhook.id, { paused_until: null })
        await wakeWebhook(tx, webhook, clock.now())
        return { ...delivery, ...queued }
      })
    },
  }
}

function checkedUrl(text: string, outbound: Outbound): string {
  try {
    return outbound.check(text).href
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    throw new Problem('invalid', error.message, { errors: [{ path: 'url', message: error.message }] })
  }
}

/**
 * Throws if the webhook covers changes that the token may not read. Otherwise, the token could read them through the
 * webhook or in its stored deliveries.
 */
function requireReadable({ kinds }: Pick<Webhook, 'kinds'>, readable: Kinds): void {
  const missing = (kinds ?? CHANGE_KINDS).find(kind => !readable.includes(kind))
  if (missing !== undefined)
    throw forbidden(
      `This access token lacks the scope to read changes of kind ${missing}. Use a token with that scope.`,
    )
}
