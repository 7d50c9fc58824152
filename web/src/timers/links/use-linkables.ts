import type { Timer } from '@daymark/contract/timers/timer'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { dateOf, dateTimeText } from '../../design/format.ts'
import { useLanguage } from '../../session/language.tsx'
import { useClient } from '../../session/provider.tsx'
import { timezone } from '../../session/storage/preferences.ts'
import { namesOf } from './links.ts'

const AROUND_MS = 7 * 86_400_000

export function useTodoNames(): ReadonlyMap<string, string> {
  const client = useClient()
  const { data } = useQuery({
    queryKey: ['todos', 'linkable'],
    queryFn: async () => (await client.todos.list({ query: {} })).map(({ id, title }) => ({ id, title })),
  })
  return useMemo(() => namesOf(data ?? []), [data])
}

/** Lists a series once, because a timer cannot be linked to a single occurrence. */
export function useEntryNames(timer: Timer): ReadonlyMap<string, string> {
  const client = useClient()
  const { language } = useLanguage()
  const middle = Date.parse(timer.started_at ?? timer.created_at)
  const range = { start_date: dateOf(middle - AROUND_MS), end_date: dateOf(middle + AROUND_MS) }
  const { data } = useQuery({
    queryKey: ['schedules', 'linkable', range.start_date, timezone()],
    queryFn: () => client.schedules.list({ query: { ...range, timezone: timezone() } }),
  })
  return useMemo(() => {
    const rows = new Map((data ?? []).map(entry => [entry.parent_id ?? entry.id, entry]))
    return namesOf(
      [...rows].map(([id, { title, start_time }]) => ({
        id,
        title,
        detail: dateTimeText(start_time, language),
      })),
    )
  }, [data, language])
}
