import { DAY_MS } from '@daymark/recurrence/year'
import type { Db } from '../../../platform/storage/unit-of-work.ts'
import type { Meeting } from '../../meetings/meeting.ts'
import { participantStore } from '../../meetings/participant-store.ts'
import { friendIdsOf } from '../../people/friends/store.ts'
import { isReadable, sharingOf } from '../../visibility/access.ts'
import { pollStore } from '../poll-store.ts'

/** Nobody is reminded within this period after the last question or reminder about the poll. */
const PAUSE_MS = DAY_MS

export interface Unanswered {
  /** Friends, selected people and participants, all of whom the owner can see. */
  known: string[]
  /** People invited by address. The owner must not learn whether they have an account. */
  hidden: string[]
}

export async function unanswered(db: Db, meeting: Meeting, now: number): Promise<Unanswered> {
  const all = await participantStore(db).all(meeting.id)
  const participants = new Set(all.map(({ participant }) => participant.user_id))
  const invited = await invitedTo(db, meeting)
  const known = new Set(invited.known.filter(id => !participants.has(id)))
  for (const { participant, time_slots, if_need_be } of all)
    if (
      time_slots.length + if_need_be.length === 0 &&
      (await isReadable(db, participant.user_id, 'meeting', meeting))
    )
      known.add(participant.user_id)
  const hidden = invited.hidden.filter(id => !participants.has(id) && !known.has(id))
  known.delete(meeting.owner_id)
  const asked = await pollStore(db).askedSince([...known, ...hidden], meeting.id, now - PAUSE_MS)
  return {
    known: [...known].filter(id => !asked.has(id)),
    hidden: [...new Set(hidden)].filter(id => !asked.has(id)),
  }
}

/** Sharing with the whole server or with a domain does not invite anyone personally. */
async function invitedTo(db: Db, { id, owner_id }: Meeting): Promise<Unanswered> {
  const sharing = await sharingOf(db, 'meeting', id)
  if (sharing?.level === 'selected') return { known: [...sharing.allowed_user_ids], hidden: [] }
  if (sharing?.level === 'friends') return { known: await friendIdsOf(db, owner_id), hidden: [] }
  const hidden: string[] = []
  if (sharing?.level === 'allowed_emails')
    for (const email of sharing.allowed_emails)
      hidden.push(...(await pollStore(db).peopleWith(email, owner_id)))
  return { known: [], hidden }
}
