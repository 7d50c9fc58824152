// Sends one webhook's deliveries in sequence, as a job.
import { totalsStore } from '../../platform/changes/totals-store.ts'
import { enqueue, enqueueSooner, finish } from '../../platform/jobs/enqueue.ts'
import { type ClaimedJob, LeaseLost, type NewJob } from '../../platform/jobs/job.ts'
import type { JobHandler } from '../../platform/jobs/runner.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { OutboundFetch } from '../../platform/outbound/outbound.ts'
import { OutboundError } from '../../platform/outbound/outbound-error.ts'
import type { Tx, UnitOfWork } from '../../platform/storage/unit-of-work.ts'
import type { ResourceReaders } from '../history/resources.ts'
import { deliveryStore } from './delivery-store.ts'
import { recordAnswer, type WebhookDisabled } from './record.ts'
import { scanLog } from './scan.ts'
import { attempt } from './sending/attempt.ts'
import { webhookStore } from './store.ts'
import type { Answer, Delivery, Webhook } from './webhook.ts'

export const WEBHOOK_JOB = 'webhook'

export interface SenderParts {
  uow: UnitOfWork
  clock: Clock
  readers: ResourceReaders
  fetch: OutboundFetch
  disabled: WebhookDisabled
}

/** High enough not to delay other webhooks even if unresponsive endpoints occupy half of the slots. */
const CONCURRENCY = 500
/** After this many requests, other webhooks get their turn. */
const MAX_SENT = 50
/** An attempt without an outcome is retried after this time, which is longer than the request timeout. */
const IN_FLIGHT_MS = 45_000
const BUSY_MS = 1_000
const BUSY_JITTER_MS = 4_000

interface Begun {
  webhook: Webhook
  delivery: Delivery & { body: string }
}

interface Ended extends Begun {
  /** Undefined if too many requests of the person or to the host are in flight. */
  answer: Answer | undefined
}

/** The job needs no payload, because it reads the change log when it runs. */
export const webhookJob = ({ id, owner_id }: Pick<Webhook, 'id' | 'owner_id'>, run_at: number): NewJob => ({
  kind: WEBHOOK_JOB,
  key: id,
  owner_id,
  run_at,
})

/** Makes the webhook's job due now. A running job is left alone, because it checks for new changes before it ends. */
export const wakeWebhook = (tx: Tx, webhook: Pick<Webhook, 'id' | 'owner_id'>, now: number): Promise<void> =>
  enqueueSooner(tx, webhookJob(webhook, now))

export function webhookSender({ uow, clock, readers, fetch, disabled }: SenderParts): JobHandler {
  /** Stores the last outcome. Then begins the next attempt, or ends this run of the job and returns undefined. */
  async function step(
    tx: Tx,
    job: ClaimedJob,
    ended: Ended | undefined,
    isLast: boolean,
  ): Promise<Begun | undefined> {
    const now = clock.now()
    if (ended) await store(tx, ended, now)
    const webhook = await webhookStore(tx).findSendable(job.key)
    if (!webhook) return void (await finish(tx, job))
    await scanLog(tx, webhook, readers, now)
    const isPaused = (webhook.paused_until ?? 0) > now
    const due = isLast || isPaused ? undefined : await deliveryStore(tx).findDue(webhook.id, now)
    return due ? begin(tx, webhook, due, now) : void (await pause(tx, job, webhook, now))
  }

  async function store(tx: Tx, { webhook, delivery, answer }: Ended, now: number): Promise<void> {
    if (answer) return recordAnswer(tx, { webhook, delivery, answer, disabled }, now)
    await deliveryStore(tx).update(delivery, {
      attempts: delivery.attempts - 1,
      next_attempt_at: now + BUSY_MS + Math.round(BUSY_JITTER_MS * Math.random()),
    })
  }

  async function begin(tx: Tx, webhook: Webhook, due: Delivery, now: number): Promise<Begun> {
    if (!(await deliveryStore(tx).begin(due, now, now + IN_FLIGHT_MS)))
      throw new LeaseLost({ kind: WEBHOOK_JOB, key: webhook.id })
    return { webhook, delivery: { ...due, attempts: due.attempts + 1, body: due.body ?? '' } }
  }

  /** Deletes the job before it checks for new changes, so that a change after the check stores a new job. */
  async function pause(tx: Tx, job: ClaimedJob, webhook: Webhook, now: number): Promise<void> {
    await finish(tx, job)
    const current = await webhookStore(tx).findSendable(webhook.id)
    if (!current) return
    const isBehind = current.seq < (await totalsStore(tx).currentSeq(webhook.owner_id))
    const next = await deliveryStore(tx).nextDueAt(webhook.id)
    const due = next === undefined ? undefined : Math.max(next, current.paused_until ?? 0)
    const run_at = isBehind ? now : due
    if (run_at !== undefined) await enqueue(tx, webhookJob(webhook, run_at), now)
  }

  async function send({ webhook, delivery }: Begun, signal: AbortSignal): Promise<Ended> {
    try {
      const now = () => clock.now()
      return { webhook, delivery, answer: await attempt({ fetch, now }, webhook, delivery, signal) }
    } catch (error) {
      if (!(error instanceof OutboundError) || error.kind !== 'busy') throw error
      return { webhook, delivery, answer: undefined }
    }
  }

  return {
    concurrency: CONCURRENCY,
    delivers: true,
    finishes: true,
    retries: { attempts: Number.POSITIVE_INFINITY, most_ms: 60_000 },
    async run(job, signal) {
      let ended: Ended | undefined
      for (let sent = 0; ; sent++) {
        const begun = await uow.write([`webhook ${job.key}`], tx => step(tx, job, ended, sent >= MAX_SENT))
        if (!begun) return
        ended = await send(begun, signal)
      }
    },
  }
}
