// Friends, requests and blocks, and what can be done with them.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useToast } from '../design/toast.tsx'
import { useRemoval } from '../design/use-removal.ts'
import { useTexts } from '../session/language.tsx'
import { useClient } from '../session/provider.tsx'
import { peopleTexts } from './texts.ts'

/** No message tells of a new request, or of its acceptance: they are looked for while the page is open. */
export const LOOK_AGAIN_MS = 15_000

export function useRequests(side: 'received' | 'sent') {
  const client = useClient()
  return useQuery({
    queryKey: ['friends', 'requests', side],
    queryFn: () => client.friends[side]({ query: { limit: 500 } }),
    refetchInterval: LOOK_AGAIN_MS,
  })
}

/** Runs a change, then reads everything about people again; a refusal is told in the server's words. */
export function usePeopleChange() {
  const queries = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: (change: () => Promise<unknown>) => change(),
    onError: error => toast(error.message),
    onSettled: () => queries.invalidateQueries({ queryKey: ['friends'] }),
  })
}

/** For what the server cannot undo: hidden at once, done when the time for "Undo" is over. */
export function useDelayed(): (id: string, said: string, act: () => Promise<unknown>) => void {
  const { undo } = useTexts(peopleTexts)
  const remove = useRemoval('friends')
  return (id, text, run) => remove({ id, text, undo, run })
}
