// Friends, requests and blocks, and what can be done with them.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useToast } from '../design/toast.tsx'
import { useTexts } from '../session/language.tsx'
import { useClient } from '../session/provider.tsx'
import { peopleTexts } from './texts.ts'

/** No message tells of a new request: they are looked for while the page is open. */
const LOOK_AGAIN_MS = 15_000
const UNDO_MS = 6000

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
export function useDelayed(): {
  hidden: ReadonlySet<string>
  delay: (id: string, said: string, act: () => Promise<unknown>) => void
} {
  const t = useTexts(peopleTexts)
  const toast = useToast()
  const change = usePeopleChange()
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const show = (id: string) => setHidden(all => all.difference(new Set([id])))
  return {
    hidden,
    delay(id, said, act) {
      setHidden(all => all.union(new Set([id])))
      const later = setTimeout(() => change.mutate(act, { onError: () => show(id) }), UNDO_MS)
      toast(said, {
        name: t.undo,
        run: () => {
          clearTimeout(later)
          show(id)
        },
      })
    },
  }
}
