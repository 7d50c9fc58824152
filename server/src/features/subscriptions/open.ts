import { enqueue, finish } from '../../platform/jobs/enqueue.ts'
import type { Jobs } from '../../platform/jobs/open.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import { guardedFetch } from '../../platform/outbound/guarded-fetch.ts'
import type { OutboundPolicy } from '../../platform/outbound/outbound-url.ts'
import type { UnitOfWork } from '../../platform/storage/unit-of-work.ts'
import { refresh } from './refresh.ts'
import { subscriptionHandlers } from './routes.ts'
import { nextRefresh, refreshJob, SUBSCRIPTION_JOB, subscriptionService } from './service.ts'
import { subscriptionStore } from './store.ts'

export interface OpenSubscriptionsParts {
  uow: UnitOfWork
  clock: Clock
  jobs: Jobs
  settings: { OUTBOUND_ALLOW_HTTP: boolean; OUTBOUND_ALLOWED_NETWORKS: OutboundPolicy['allowedNetworks'] }
}

/** Limits concurrent refresh jobs, because each may take seconds and parses the calendar in its own thread. */
const CONCURRENCY = 4
/** If the account is disabled or about to be deleted, the job does not refresh and runs again after this time. */
const DISABLED_MS = 86_400_000

export function openSubscriptions({ uow, clock, jobs, settings }: OpenSubscriptionsParts) {
  const outbound = {
    allowHttp: settings.OUTBOUND_ALLOW_HTTP,
    allowedNetworks: settings.OUTBOUND_ALLOWED_NETWORKS,
  }
  const parts = { uow, clock, fetch: guardedFetch(outbound) }
  jobs.handle(SUBSCRIPTION_JOB, {
    concurrency: CONCURRENCY,
    finishes: true,
    retries: { attempts: Number.POSITIVE_INFINITY, most_ms: 3_600_000 },
    async run(job) {
      const subscription = await uow.read(db => subscriptionStore(db).findActive(job.key))
      if (!subscription)
        return uow.write([], async tx => {
          await finish(tx, job)
          const owner = job.owner_id
          const rest = owner === null ? undefined : await subscriptionStore(tx).find(owner, job.key)
          const now = clock.now()
          if (rest) await enqueue(tx, refreshJob(rest, now + DISABLED_MS), now)
        })
      await refresh(parts, subscription, async tx => {
        await finish(tx, job)
        const now = clock.now()
        await enqueue(tx, refreshJob(subscription, nextRefresh(subscription, now)), now)
      })
    },
  })
  return subscriptionHandlers(subscriptionService({ ...parts, outbound }))
}
