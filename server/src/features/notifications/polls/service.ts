import type { RequestTx } from '../../../platform/changes/request-tx.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { conflict } from '../../../platform/kernel/errors.ts'
import { owned } from '../../meetings/access.ts'
import { MEETING_JOB } from '../meeting-events.ts'
import { unanswered } from './unanswered.ts'

/**
 * Enqueues a job, because notifications need their own batch in the change log. Counts only people whom the owner can
 * see, so that the owner cannot tell which addresses have accounts.
 */
export async function remindUnanswered(tx: RequestTx, id: string): Promise<number> {
  const { actor, now } = tx
  tx.hold(id)
  const meeting = await owned(tx, actor, id)
  if (meeting.confirmed_slot) throw conflict('The time of this poll is already confirmed.')
  const { known, hidden } = await unanswered(tx, meeting, now)
  if (known.length + hidden.length > 0)
    await enqueue(tx, { kind: MEETING_JOB, key: `remind:${id}`, run_at: now }, now)
  return known.length
}
