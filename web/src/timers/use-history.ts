// Queries for two weeks of timers, and deleting one with undo.
import type { Timer } from '@daymark/contract/timers/timer'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRemoval } from '../design/deleting/use-removal.ts'
import { dateOf } from '../design/format.ts'
import { useTexts } from '../session/language.tsx'
import { useClient } from '../session/provider.tsx'
import { timezone } from '../session/storage/preferences.ts'
import { timerTexts } from './texts.ts'

const DAYS = 14
const DAY_MS = 86_400_000

export function useTimerHistory(page: number) {
  const client = useClient()
  const end = dateOf(Date.now() - page * DAYS * DAY_MS)
  const start = dateOf(Date.now() - ((page + 1) * DAYS - 1) * DAY_MS)
  return useQuery({
    queryKey: ['timers', 'history', start, end, timezone()],
    queryFn: () =>
      client.timers.list({
        query: {
          start_date: start,
          end_date: end,
          timezone: timezone(),
          tag_include_mode: 'timer_only',
          include_todo: true,
          include_schedule: true,
        },
      }),
    placeholderData: keepPreviousData,
  })
}

export const byDay = (timers: readonly Timer[]): [day: string, timers: Timer[]][] => [
  ...Map.groupBy(timers, timer => dateOf(timer.started_at ?? timer.created_at)),
]

export function useRemoveTimer(): (timer: Timer) => void {
  const t = useTexts(timerTexts)
  const client = useClient()
  const remove = useRemoval('timers')
  return ({ id }) =>
    remove({
      id,
      text: t.removed,
      undo: t.undo,
      run: () => client.timers.remove({ params: { timer_id: id } }),
    })
}
