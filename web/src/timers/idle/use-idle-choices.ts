// Each choice is a single action that can be undone, and no time is counted twice.
import type { Timer } from '@daymark/contract/timers/timer'
import { useMemo } from 'react'
import { useTexts } from '../../session/language.tsx'
import { useClient } from '../../session/provider.tsx'
import { useAction } from '../../sync/use-write.ts'
import type { Away } from './away.ts'
import { idleTexts } from './texts.ts'

export interface IdleChoices {
  /** Ends the timer at the time when the user left. */
  discard(): void
  /** Records the time away as a pause. The timer continues from the user's return. */
  asBreak(): void
  /** Like `asBreak`, but also records the time for another todo. */
  book(todoId: string, title: string): void
}

export function useIdleChoices({ id: timer_id }: Timer, { from, to }: Away): IdleChoices {
  const t = useTexts(idleTexts)
  const client = useClient()
  const act = useAction()
  return useMemo(() => {
    const [start, end] = [new Date(from).toISOString(), new Date(to).toISOString()]
    const params = { timer_id }
    return {
      discard: () =>
        act(live => live.write(client.timers.trim, { params, body: { end: start } }), t.discarded),
      asBreak: () =>
        act(
          live => [
            live.outbox.command('timer.pause', { timer_id, at: start }),
            live.outbox.command('timer.resume', { timer_id, at: end }),
          ],
          t.paused,
        ),
      book: (todo_id, title) =>
        act(
          live => [
            live.outbox.command('timer.pause', { timer_id, at: start }),
            live.outbox.command('timer.resume', { timer_id, at: end }),
            live.write(client.timers.addRecord, { body: { segments: [{ start, end }], todo_id, title } }),
          ],
          t.booked(title),
        ),
    }
  }, [act, client, from, t, timer_id, to])
}
