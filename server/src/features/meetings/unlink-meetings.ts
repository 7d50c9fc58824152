// Clears the links of meetings to schedules that are about to be deleted: another time may be settled on then.
import type { Unlink } from '../planning/deletion.ts'
import { meetingStore } from './store.ts'

export const unlinkMeetings: Unlink = async (tx, { schedule_ids }) => {
  const ids = await meetingStore(tx).unlinkSchedules(schedule_ids)
  return ids.map(id => ({ kind: 'meeting', id, action: 'updated' }))
}
