// Deleting a poll with a way back.
import type { Meeting } from '@daymark/contract/meetings/meeting'
import { useRemoval } from '../design/deleting/use-removal.ts'
import { useTexts } from '../session/language.tsx'
import { useClient } from '../session/provider.tsx'
import { meetingTexts } from './texts.ts'

export function useRemoveMeeting(): (meeting: Meeting) => void {
  const t = useTexts(meetingTexts)
  const client = useClient()
  const remove = useRemoval('meetings')
  return ({ id, title }) =>
    remove({
      id,
      text: t.removed(title),
      undo: t.undo,
      run: () => client.meetings.remove({ params: { meeting_id: id } }),
    })
}
