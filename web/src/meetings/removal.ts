// Deleting a poll with a way back: hidden at once, deleted when the time for "Undo" is over.
import type { Meeting } from '@daymark/contract/meeting'
import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useToast } from '../design/toast.tsx'
import { useTexts } from '../session/language.tsx'
import { useClient } from '../session/provider.tsx'
import { meetingTexts } from './texts.ts'

const UNDO_MS = 6000

// Outside of any component: the page of the poll is left at once, the list must know.
let hidden: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()

function hide(id: string, away: boolean): void {
  hidden = away ? hidden.union(new Set([id])) : hidden.difference(new Set([id]))
  for (const notify of listeners) notify()
}

export const useHidden = (): ReadonlySet<string> =>
  useSyncExternalStore(
    notify => {
      listeners.add(notify)
      return () => listeners.delete(notify)
    },
    () => hidden,
  )

export function useRemoveMeeting(): (meeting: Meeting) => void {
  const t = useTexts(meetingTexts)
  const client = useClient()
  const queries = useQueryClient()
  const toast = useToast()
  return meeting => {
    hide(meeting.id, true)
    const later = setTimeout(() => {
      client.meetings
        .remove({ params: { meeting_id: meeting.id } })
        .then(() => queries.invalidateQueries({ queryKey: ['meetings'] }))
        .catch((error: Error) => toast(error.message))
        .finally(() => hide(meeting.id, false))
    }, UNDO_MS)
    toast(t.removed(meeting.title), {
      name: t.undo,
      run: () => {
        clearTimeout(later)
        hide(meeting.id, false)
      },
    })
  }
}
