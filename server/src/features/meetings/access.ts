// Reads meetings and requires the access that an action needs.
import { summary } from '@daymark/contract/validation/validate'
import type { Actor } from '../../platform/kernel/actor.ts'
import { type FieldError, notFound, Problem } from '../../platform/kernel/errors.ts'
import type { Db, Tx } from '../../platform/storage/unit-of-work.ts'
import { requireOwner, requireReadable, sharingOf } from '../visibility/access.ts'
import type { Meeting } from './meeting.ts'
import type { MeetingView } from './present.ts'
import { meetingStore } from './store.ts'

export async function existing(db: Db, id: string): Promise<Meeting> {
  const meeting = await meetingStore(db).find(id)
  if (!meeting) throw notFound('Meeting not found.')
  return meeting
}

export async function readable(db: Db, actor: Actor, id: string): Promise<Meeting> {
  const meeting = await existing(db, id)
  await requireReadable(db, actor, 'meeting', meeting)
  return meeting
}

export async function owned(tx: Tx, actor: Actor, id: string): Promise<Meeting> {
  const meeting = await existing(tx, id)
  requireOwner(actor, meeting)
  return meeting
}

export const viewOf = async (db: Db, meeting: Meeting): Promise<MeetingView> => ({
  ...meeting,
  sharing: await sharingOf(db, 'meeting', meeting.id),
})

/** Throws 422 with all errors in the validator's format, if there are any. */
export function refuse(errors: FieldError[]): void {
  if (errors.length > 0) throw new Problem('invalid', summary(errors), { errors })
}
