// Deleting with a way back, in the hands of any page: undoing loses nothing, for nothing was deleted yet.
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { onLeave } from '../../session/connection.ts'
import { useToast } from '../toast.tsx'
import { removals } from './removals.ts'

/** A little shorter than the message stands, so that "Undo" never comes too late. */
const UNDO_MS = 6000

// Outside of any component: whoever leaves the page meanwhile must not see the thing again elsewhere.
const pending = removals(UNDO_MS)
onLeave(pending.leave)

/** Before the session ends: afterwards nobody may delete any more. */
export const flushRemovals = (): Promise<void> => pending.flush()

/** What waits at this moment, for those who do not draw anything. */
export const pendingIds = (): ReadonlySet<string> => pending.hidden()

export const useHidden = (): ReadonlySet<string> => useSyncExternalStore(pending.subscribe, pending.hidden)

interface Asked {
  id: string
  also?: readonly string[]
  /** Said in the message. */
  text: string
  undo: string
  run: () => Promise<unknown>
  /** Kept elsewhere once it is on its way. */
  isKept?: boolean
  /** What else is to be done when it is taken back. */
  onUndo?: () => void
}

/** `nouns` are the heads of the query keys to read again. */
export function useRemoval(...nouns: string[]): (asked: Asked) => void {
  const queries = useQueryClient()
  const toast = useToast()
  const heads = nouns.join()
  return useCallback(
    ({ id, also, text, undo, run, isKept, onUndo }) => {
      const refresh = () =>
        Promise.all(heads.split(',').map(noun => queries.invalidateQueries({ queryKey: [noun] })))
      const back = pending.add({ id, also, run, refresh, isKept, failed: error => toast(error.message) })
      const takeBack = () => {
        back()
        onUndo?.()
      }
      toast(text, { name: undo, run: takeBack })
    },
    [heads, queries, toast],
  )
}
