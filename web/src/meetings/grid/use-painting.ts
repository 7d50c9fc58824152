// Marked times appear immediately and are sent through the outbox. A new stroke replaces the unsent one.

import type { Availability, Meeting } from '@daymark/contract/meetings/meeting'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useToast } from '../../design/toast.tsx'
import { useTexts } from '../../session/language.tsx'
import { useClient } from '../../session/provider.tsx'
import { shownOf, useSync } from '../../sync/context.ts'
import { syncTexts } from '../../sync/texts.ts'
import { availabilityKey, availabilityWith } from '../use-meetings.ts'
import { answerOf, marksOf } from './grid.ts'
import type { PaintMarks } from './paint-grid.tsx'

export function usePainting(meeting: Meeting, participantId: string | undefined) {
  const client = useClient()
  const queries = useQueryClient()
  const sync = useSync()
  const toast = useToast()
  const t = useTexts(syncTexts)
  const last = useRef<string>(undefined)
  const [state, setState] = useState<'idle' | 'saving' | 'saved'>('idle')

  const paint: PaintMarks = change => {
    if (participantId === undefined) return
    if (!sync) return toast(t.notReady)
    const read = queries.getQueryData<Availability[]>(availabilityKey(meeting.id)) ?? []
    const shown = availabilityWith(read, shownOf(sync.live.outbox.entries), meeting.id)
    const mine = shown.find(each => each.participant.id === participantId)
    const body = answerOf(meeting, change(marksOf(meeting, mine)))
    const write = sync.live.write(client.meetings.setAvailability, {
      params: { meeting_id: meeting.id },
      query: { participant_id: participantId },
      body,
    })
    // Discards the previous unsent write, because each write contains all marked times.
    if (last.current !== undefined) sync.discard(last.current)
    last.current = write.key
    setState('saving')
    const end = (next: 'saved' | 'idle') => () => {
      if (last.current === write.key) setState(next)
    }
    void write.done.then(end('saved'), end('idle'))
  }
  return { paint, state }
}
