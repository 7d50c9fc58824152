// Writes are shown immediately, survive reloads if the browser can store them, and take effect at most once.
import type { LiveConnection, Write } from '@daymark/client'
import { useCallback, useContext } from 'react'
import { messageOf } from '../design/message.ts'
import { useToast } from '../design/toast.tsx'
import { useTexts } from '../session/language.tsx'
import type { WriteProgress } from '../session/unsent/quick-add.ts'
import { SyncContext, useWhenOpen } from './context.ts'
import { syncTexts } from './texts.ts'

type Writes = (live: LiveConnection) => Write<unknown> | readonly Write<unknown>[]

/**
 * Runs an action of one or more writes and shows `said`, with an "Undo" button if the action can be undone.
 *
 *   const act = useAction()
 *   act(live => live.write(client.todos.remove, { params }), t.removed(title))
 *
 * Before the connection opens, `act` shows an error and returns undefined. It does not queue the action, because users
 * would repeat it and its time would be wrong.
 */
export function useAction(): (writes: Writes, said?: string) => WriteProgress | undefined {
  const { sync: current, failure } = useContext(SyncContext)
  const toast = useToast()
  const t = useTexts(syncTexts)
  return useCallback(
    (writes, said) => {
      const sync = current()
      if (!sync) return void toast(failure()?.message ?? t.notReady)
      const all = [writes(sync.live)].flat()
      const action = sync.remember(all)
      if (said !== undefined) {
        const undo = () => void action?.undo().catch((error: unknown) => toast(messageOf(error)))
        toast(said, action && { name: t.undo, run: undo, isOver: action.isUndone })
      }
      return combined(all)
    },
    [current, failure, toast, t],
  )
}

function combined(writes: readonly Write<unknown>[]): WriteProgress {
  const done = Promise.all(writes.map(each => each.done))
  done.catch(() => {}) // Most callers ignore `done`, because `Live` reports every refused change.
  return { done, stored: Promise.all(writes.map(each => each.stored)).then(all => all.every(Boolean)) }
}

/**
 * Runs a write whose response the page needs. Rejects if the server refuses the write. The form then shows the error
 * and keeps the text, so the list of changes omits the write.
 */
export function useAnswer() {
  const whenOpen = useWhenOpen()
  return useCallback(
    <T>(run: (live: LiveConnection) => Write<T>): Promise<T> =>
      whenOpen(async sync => {
        const write = run(sync.live)
        sync.shownInForm.add(write.key)
        try {
          return await write.done
        } catch (error) {
          sync.discard(write.key)
          throw error
        }
      }),
    [whenOpen],
  )
}
