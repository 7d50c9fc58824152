import { enqueue, finish } from '../../platform/jobs/enqueue.ts'
import type { Jobs } from '../../platform/jobs/open.ts'
import { perOwner } from '../../platform/jobs/per-owner.ts'
import type { JobHandler } from '../../platform/jobs/runner.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import type { UnitOfWork } from '../../platform/storage/unit-of-work.ts'
import type { UploadParser } from '../../platform/uploads/parser.ts'
import { refresh } from './refresh.ts'
import { subscriptionHandlers } from './routes.ts'
import { afterFailure, nextRefresh, refreshJob, SUBSCRIPTION_JOB, subscriptionService } from './service.ts'
import { subscriptionStore } from './store.ts'

export interface OpenSubscriptionsParts {
  uow: UnitOfWork
  clock: Clock
  jobs: Jobs
  outbound: Outbound
  parser: UploadParser
  /** For the files that are read. */
  folder: string
}

/** Limits concurrent refresh jobs, because each may take seconds. */
const CONCURRENCY = 12
/** Leaves room for others while this person's servers do not answer. */
const PER_OWNER = 2
/** If the account is disabled or about to be deleted, the job does not refresh and runs again after this time. */
const DISABLED_MS = 86_400_000

export function openSubscriptions({ uow, clock, jobs, outbound, parser, folder }: OpenSubscriptionsParts) {
  const parts = { uow, clock, outbound, parser, folder }
  const handler: JobHandler = {
    concurrency: CONCURRENCY,
    delivers: true,
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
      const save = await refresh(parts, subscription)
      await save(async (tx, hasFailed) => {
        await finish(tx, job)
        const now = clock.now()
        const next = hasFailed ? afterFailure(subscription, now) : nextRefresh(subscription, now)
        await enqueue(tx, refreshJob(subscription, next), now)
      })
    },
  }
  jobs.handle(SUBSCRIPTION_JOB, perOwner(handler, PER_OWNER, clock))
  return subscriptionHandlers(subscriptionService(parts))
}
