// Keeps what is painted: shown at once, sent after a short rest, taken back if the server refuses.

import type { Availability, Meeting } from '@daymark/contract/meetings/meeting'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../design/message.ts'
import { useToast } from '../../design/toast.tsx'
import { onLeave } from '../../session/connection.ts'
import { useClient } from '../../session/provider.tsx'
import { availabilityKey } from '../use-meetings.ts'
import { type Cell, cellsOf, slotsOf } from './grid.ts'

/** Several strokes, or several keys, become one request. */
const REST_MS = 500

/** Given as a change of what is painted: two quick keys must not both start from the same picture. */
export type Paint = (change: (own: ReadonlySet<Cell>) => ReadonlySet<Cell>) => void

interface Pending {
  timer: ReturnType<typeof setTimeout>
  before: Availability[] | undefined
  send: () => Promise<void>
}

export function usePainting(meeting: Meeting, participantId: string | undefined) {
  const client = useClient()
  const queries = useQueryClient()
  const toast = useToast()
  const pending = useRef<Pending>(undefined)
  const [state, setState] = useState<'idle' | 'saving' | 'saved'>('idle')
  const key = availabilityKey(meeting.id)

  const paint: Paint = change => {
    if (participantId === undefined) return
    const shown = queries.getQueryData<Availability[]>(key)
    const mine = shown?.find(each => each.participant.id === participantId)
    const time_slots = slotsOf(meeting, change(cellsOf(meeting, mine?.time_slots ?? [])))
    const before = pending.current?.before ?? shown
    clearTimeout(pending.current?.timer)
    // An answer that is on its way would paint over the stroke.
    void queries.cancelQueries({ queryKey: key })
    queries.setQueryData<Availability[]>(key, all =>
      all?.map(each => (each.participant.id === participantId ? { ...each, time_slots } : each)),
    )
    setState('saving')
    const send = async () => {
      pending.current = undefined
      try {
        const query = { participant_id: participantId }
        await client.meetings.setAvailability({ params: { meeting_id: meeting.id }, query, body: time_slots })
        if (pending.current === undefined) setState('saved')
      } catch (error) {
        setState('idle')
        if (pending.current === undefined) queries.setQueryData(key, before)
        toast(messageOf(error))
      }
      if (pending.current === undefined) void queries.invalidateQueries({ queryKey: key })
    }
    pending.current = { timer: setTimeout(() => void send(), REST_MS), before, send }
  }

  // Who leaves the page right after a stroke has meant it.
  useEffect(() => {
    const sendNow = () => {
      clearTimeout(pending.current?.timer)
      void pending.current?.send()
    }
    const stop = onLeave(sendNow)
    return () => {
      stop()
      sendNow()
    }
  }, [])
  return { paint, state }
}
