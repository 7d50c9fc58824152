// Deleting with a way back: hidden at once, deleted on the server when the time for "Undo" is over.
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useToast } from './toast.tsx'

/** A little shorter than the message stands, so that "Undo" never comes too late. */
const UNDO_MS = 6000

interface Removal {
  id: string
  /** Said in the message. */
  text: string
  undo: string
  run: () => Promise<unknown>
}

/** Undoing this way loses nothing, for nothing was deleted yet. `noun` is the head of the query keys to read again. */
export function useRemoval(noun: string): {
  hidden: ReadonlySet<string>
  remove: (removal: Removal) => void
} {
  const queries = useQueryClient()
  const toast = useToast()
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())

  const remove = useCallback(
    ({ id, text, undo, run }: Removal) => {
      const show = () => setHidden(all => all.difference(new Set([id])))
      setHidden(all => all.union(new Set([id])))
      const later = setTimeout(() => {
        run()
          .catch((error: Error) => {
            show()
            toast(error.message)
          })
          .finally(() => void queries.invalidateQueries({ queryKey: [noun] }))
      }, UNDO_MS)
      toast(text, {
        name: undo,
        run: () => {
          clearTimeout(later)
          show()
        },
      })
    },
    [noun, queries, toast],
  )
  return { hidden, remove }
}
