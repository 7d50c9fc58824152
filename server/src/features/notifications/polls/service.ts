import { enqueue } from '../../../platform/jobs/enqueue.ts'
import type { Actor } from '../../../platform/kernel/actor.ts'
import { conflict } from '../../../platform/kernel/errors.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { UnitOfWork } from '../../../platform/storage/unit-of-work.ts'
import { owned } from '../../meetings/access.ts'
import { MEETING_JOB } from '../meeting-events.ts'
import { unanswered } from './unanswered.ts'

export type PollReminderService = ReturnType<typeof pollReminderService>

export function pollReminderService({ uow, clock }: { uow: UnitOfWork; clock: Clock }) {
  return {
    /**
     * Enqueues a job, because notifications need their own batch in the change log. Counts only people whom the owner
     * can see, so that the owner cannot tell which addresses have accounts.
     */
    remind: (actor: Actor, id: string): Promise<number> =>
      uow.write([actor.id, id], async tx => {
        const meeting = await owned(tx, actor, id)
        if (meeting.confirmed_slot) throw conflict('The time of this poll is already confirmed.')
        const now = clock.now()
        const { known, hidden } = await unanswered(tx, meeting, now)
        if (known.length + hidden.length > 0)
          await enqueue(tx, { kind: MEETING_JOB, key: `remind:${id}`, run_at: now }, now)
        return known.length
      }),
  }
}
