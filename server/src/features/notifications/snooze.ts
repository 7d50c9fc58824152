import { finish } from '../../platform/jobs/enqueue.ts'
import type { JobHandler } from '../../platform/jobs/runner.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { UnitOfWork } from '../../platform/storage/unit-of-work.ts'
import { recipientsOf, send, timeliness } from './channels/dispatch.ts'
import { isCurrent } from './current.ts'
import { lateness } from './notification.ts'
import { notificationStore } from './store.ts'

export const SNOOZE_JOB = 'snooze'

export const snoozeHandler = ({ uow, clock }: { uow: UnitOfWork; clock: Clock }): JobHandler => ({
  finishes: true,
  retries: { attempts: Number.POSITIVE_INFINITY, most_ms: 60_000 },
  run: job =>
    uow.write(job.owner_id === null ? [] : [job.owner_id], async tx => {
      await finish(tx, job)
      const store = notificationStore(tx)
      const notification = await store.find(job.key)
      // Settling the notification may have ended the snooze.
      if (!notification || notification.snoozed_until === null) return
      const now = clock.now()
      if (!(await isCurrent(tx, notification))) {
        await store.update(notification.id, { snoozed_until: null, updated_at: now })
        return
      }
      const addressed = (await recipientsOf(tx, [notification.owner_id])).get(notification.owner_id)
      if (!addressed) return
      const sent = {
        sent_at: now,
        ...timeliness(notification.kind, addressed.recipient, job.run_at, now),
        read: false,
        snoozed_until: null,
        updated_at: now,
      }
      await store.update(notification.id, sent)
      if (!lateness(job.run_at, now).silent) await send(tx, { ...notification, ...sent }, addressed, now)
    }),
})
