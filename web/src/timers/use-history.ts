// The timers of two weeks at a time, and deleting one with a way back.
import type { Timer } from '@daymark/contract/timer'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { dateOf } from '../design/format.ts'
import { useToast } from '../design/toast.tsx'
import { useTexts } from '../session/language.tsx'
import { timezone } from '../session/preferences.ts'
import { useClient } from '../session/provider.tsx'
import { timerTexts } from './texts.ts'

const DAYS = 14
const DAY_MS = 86_400_000
/** Long enough to change one's mind; the timer is deleted on the server only then. */
const UNDO_MS = 6000

export function useTimerHistory(page: number) {
  const client = useClient()
  const end = dateOf(Date.now() - page * DAYS * DAY_MS)
  const start = dateOf(Date.now() - ((page + 1) * DAYS - 1) * DAY_MS)
  return useQuery({
    queryKey: ['timers', 'history', start, end, timezone()],
    queryFn: () =>
      client.timers.list({
        query: { start_date: start, end_date: end, timezone: timezone(), tag_include_mode: 'timer_only' },
      }),
    placeholderData: keepPreviousData,
  })
}

export const byDay = (timers: readonly Timer[]): [day: string, timers: Timer[]][] => [
  ...Map.groupBy(timers, timer => dateOf(timer.started_at ?? timer.created_at)),
]

/** Hidden at once, deleted when the time for "Undo" is over: so undoing loses nothing of the history. */
export function useRemoveTimer(): { hidden: ReadonlySet<string>; remove: (timer: Timer) => void } {
  const t = useTexts(timerTexts)
  const client = useClient()
  const queries = useQueryClient()
  const toast = useToast()
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const show = (id: string) => setHidden(all => all.difference(new Set([id])))

  function remove(timer: Timer): void {
    setHidden(all => all.union(new Set([timer.id])))
    const later = setTimeout(() => {
      client.timers
        .remove({ params: { timer_id: timer.id } })
        .catch((error: Error) => {
          show(timer.id)
          toast(error.message)
        })
        .finally(() => void queries.invalidateQueries({ queryKey: ['timers'] }))
    }, UNDO_MS)
    toast(t.removed, {
      name: t.undo,
      run: () => {
        clearTimeout(later)
        show(timer.id)
      },
    })
  }
  return { hidden, remove }
}
