// Hooks for all writes: shown immediately, stored across reloads, sent exactly once, and undoable.
import type { LiveConnection, Write } from '@daymark/client'
import { useCallback } from 'react'
import { messageOf } from '../design/message.ts'
import { useToast } from '../design/toast.tsx'
import { useTexts } from '../session/language.tsx'
import { useSync } from './context.ts'
import { syncTexts } from './texts.ts'

type Writes = (live: LiveConnection) => Write<unknown> | readonly Write<unknown>[]

/**
 * Runs one action, which may consist of several writes, and shows the message with "Undo".
 *
 *   const act = useAction()
 *   act(live => live.write(client.todos.remove, { params }), t.removed(title))
 */
export function useAction(): (writes: Writes, said?: string) => void {
  const sync = useSync()
  const toast = useToast()
  const t = useTexts(syncTexts)
  return useCallback(
    (writes, said) => {
      if (!sync) return toast(t.notReady)
      const action = sync.remember([writes(sync.live)].flat())
      if (said === undefined) return
      const undo = () => void action?.undo().catch((error: unknown) => toast(messageOf(error)))
      toast(said, action && { name: t.undo, run: undo })
    },
    [sync, toast, t],
  )
}

/** Adds one write to the outbox and to the undo stack. Returns undefined before the connection opens. */
export function useWrite() {
  const sync = useSync()
  return useCallback(
    <T>(run: (live: LiveConnection) => Write<T>): Write<T> | undefined => {
      const write = sync && run(sync.live)
      if (write) sync.remember([write])
      return write
    },
    [sync],
  )
}

/**
 * A write whose response the page needs. Rejects with the reason if the server refuses. The form then keeps the typed
 * text and shows the error; the list of changes does not show it again.
 */
export function useAnswer() {
  const sync = useSync()
  const t = useTexts(syncTexts)
  return useCallback(
    async <T>(run: (live: LiveConnection) => Write<T>): Promise<T> => {
      if (!sync) throw new Error(t.notReady)
      const write = run(sync.live)
      sync.shownInForm.add(write.key)
      try {
        return await write.done
      } catch (error) {
        sync.discard(write.key)
        throw error
      }
    },
    [sync, t],
  )
}
