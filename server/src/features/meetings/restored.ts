// Checks after an undo that meetings are valid and that all answers are within their days and hours.
import type { UndoableRow } from '../../platform/changes/change.ts'
import { cannotUndo, ruleInWords } from '../../platform/changes/refusal.ts'
import { slicesOf } from '../../platform/storage/statements/in-steps.ts'
import type { Tx } from '../../platform/storage/unit-of-work.ts'
import { guestStore } from './guests/guest-store.ts'
import { changesFrame, meetingFaults } from './meeting.ts'
import { participantStore } from './participant-store.ts'
import { slotFaults } from './slot.ts'
import { meetingStore } from './store.ts'

export async function requireSoundMeetings(tx: Tx, rows: readonly UndoableRow[]): Promise<void> {
  for (const some of slicesOf([...new Set(rows.flatMap(meetingOf))])) {
    for (const meeting of await meetingStore(tx).findMany(some)) {
      const [fault] = meetingFaults(meeting)
      if (fault) throw cannotUndo(`“${meeting.title}”`, ruleInWords(fault))
      const answers = [
        ...(await participantStore(tx).all(meeting.id)),
        ...(await guestStore(tx).all(meeting.id)),
      ]
      if (
        slotFaults(
          meeting,
          answers.flatMap(each => [...each.time_slots, ...each.if_need_be]),
        ).length > 0
      )
        throw cannotUndo(`“${meeting.title}”`, 'an answer would lie outside its days and hours')
    }
  }
}

const ANSWERS = new Set(['meeting_participants', 'meeting_guests'])

/** Returns the id of the meeting if the undo may have changed its days, its hours or an answer. */
function meetingOf({ table, key, before, after }: UndoableRow): string[] {
  if (ANSWERS.has(table) && before !== null) return [String(key['meeting_id'])]
  return table === 'meetings' && before !== null && after !== null && changesFrame(before)
    ? [String(key['id'])]
    : []
}
