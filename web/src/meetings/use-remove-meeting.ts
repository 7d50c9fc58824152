import type { Meeting } from '@daymark/contract/meetings/meeting'
import { useTexts } from '../session/language.tsx'
import { useClient } from '../session/provider.tsx'
import { useAction } from '../sync/use-write.ts'
import { meetingTexts } from './texts.ts'

export function useRemoveMeeting(): (meeting: Meeting) => void {
  const t = useTexts(meetingTexts)
  const client = useClient()
  const act = useAction()
  return ({ id, title }) =>
    act(live => live.write(client.meetings.remove, { params: { meeting_id: id } }), t.removed(title))
}
