// The confirmed time of a meeting as an iCalendar file, for members and for guests with the link.
import { createHash } from 'node:crypto'
import type { Actor } from '../../../platform/kernel/actor.ts'
import type { Db, UnitOfWork } from '../../../platform/storage/unit-of-work.ts'
import { readable } from '../../meetings/access.ts'
import { shownName } from '../../meetings/guests/guest.ts'
import { openedBy } from '../../meetings/guests/service.ts'
import type { Meeting } from '../../meetings/meeting.ts'
import { confirmedSlot } from '../../meetings/own-entry.ts'
import { userStore } from '../../people/users/store.ts'
import { meetingText, meetingUid } from './meeting-event.ts'

export type MeetingFileService = ReturnType<typeof meetingFileService>

export interface MeetingFile {
  title: string
  text: string
}

export function meetingFileService({ uow }: { uow: UnitOfWork }) {
  return {
    ofMember: (actor: Actor, id: string): Promise<MeetingFile> =>
      uow.read(async db => fileOf(db, await readable(db, actor, id), meetingUid)),

    ofGuest: (link: string): Promise<MeetingFile> =>
      uow.read(async db => fileOf(db, await openedBy(db, link), hiddenUid)),
  }
}

async function fileOf(db: Db, meeting: Meeting, uidOf: (meeting: Meeting) => string): Promise<MeetingFile> {
  const confirmed = { ...meeting, confirmed_slot: confirmedSlot(meeting) }
  const owner = await userStore(db).find(meeting.owner_id)
  const text = meetingText(confirmed, shownName(owner?.display_name ?? ''), uidOf(meeting))
  return { title: meeting.title, text }
}

/** Hashes the UID, because guests must not see ids. */
const hiddenUid = (meeting: Meeting): string =>
  createHash('sha256').update(meetingUid(meeting)).digest('hex').slice(0, 40)
