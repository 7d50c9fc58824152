// Saves the marked times: shows them immediately, sends them after a short pause, and rolls back if the server refuses.

import type { Availability, Meeting } from '@daymark/contract/meetings/meeting'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../design/message.ts'
import { useToast } from '../../design/toast.tsx'
import { onLeave } from '../../session/connection.ts'
import { useClient } from '../../session/provider.tsx'
import { availabilityKey } from '../use-meetings.ts'
import { type Cell, cellsOf, slotsOf } from './grid.ts'

/** Combines several strokes or keys into one request. */
const REST_MS = 500

/** An update function, so that two quick keys do not start from the same state. */
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
    // A response in flight would overwrite the stroke.
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

  // Sends the last stroke when the user leaves the page.
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
