import type { Timer } from '@daymark/contract/timers/timer'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { dateOf } from '../design/format.ts'
import { useTexts } from '../session/language.tsx'
import { useClient } from '../session/provider.tsx'
import { timezone } from '../session/storage/preferences.ts'
import { useShownEntries } from '../sync/context.ts'
import { listWith, loadedOr } from '../sync/overlay/lists.ts'
import { useAction } from '../sync/use-write.ts'
import { useTagOf } from '../tags/use-tags.ts'
import { timerTexts } from './texts.ts'

const DAYS = 14
const DAY_MS = 86_400_000

export function useTimerHistory(page: number) {
  const client = useClient()
  const end = dateOf(Date.now() - page * DAYS * DAY_MS)
  const start = dateOf(Date.now() - ((page + 1) * DAYS - 1) * DAY_MS)
  const query = useQuery({
    queryKey: ['timers', 'history', start, end, timezone()],
    // `all` loads page by page, because a response is limited to 8 MiB.
    queryFn: () =>
      client.timers.list.all({
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
  const entries = useShownEntries()
  const tag = useTagOf()
  const loaded = loadedOr(query, 'timer', entries)
  const data = useMemo(
    () =>
      loaded &&
      listWith('timer', loaded, entries, {
        tag,
        // Adds a timer that was started offline only if it belongs to this period.
        accepts: timer => isBetween(dateOf(timer.started_at ?? timer.created_at), start, end),
      }),
    [loaded, entries, tag, start, end],
  )
  return { ...query, data }
}

const isBetween = (date: string, start: string, end: string): boolean => start <= date && date <= end

export const byDay = (timers: readonly Timer[]): [day: string, timers: Timer[]][] => [
  ...Map.groupBy(timers, timer => dateOf(timer.started_at ?? timer.created_at)),
]

export function useRemoveTimer(): (timer: Timer) => void {
  const t = useTexts(timerTexts)
  const client = useClient()
  const act = useAction()
  return ({ id, title }) =>
    void act(
      live => live.write(client.timers.remove, { params: { timer_id: id } }),
      t.removed(title ?? t.untitled),
    )
}
