// What the day holds: entries, due todos, measured time. Read over REST, kept fresh by the socket's messages.
import type { Schedule } from '@daymark/contract/schedule'
import type { Timer } from '@daymark/contract/timer'
import type { Todo } from '@daymark/contract/todos'
import { useQuery } from '@tanstack/react-query'
import { dateOf } from '../design/format.ts'
import { timezone } from '../session/preferences.ts'
import { useClient } from '../session/provider.tsx'

const DAY_MS = 86_400_000

export function usePlanned() {
  const client = useClient()
  const today = dateOf()
  return useQuery({
    queryKey: ['schedules', 'day', today, timezone()],
    queryFn: () =>
      client.schedules.list({
        query: { start_date: today, end_date: dateAfter(today), timezone: timezone(), scope: 'all' },
      }),
  })
}

export function useDue() {
  const client = useClient()
  const today = dateOf()
  return useQuery({
    queryKey: ['todos', 'due', today],
    queryFn: async () =>
      (await client.todos.list({ query: { limit: 500 } })).filter(todo => isDue(todo, today)),
  })
}

export function useMeasured() {
  const client = useClient()
  const today = dateOf()
  return useQuery({
    queryKey: ['timers', 'day', today, timezone()],
    queryFn: () => client.timers.list({ query: { start_date: today, timezone: timezone() } }),
  })
}

export const isDue = (todo: Todo, today: string): boolean =>
  todo.deadline !== null &&
  todo.status !== 'DONE' &&
  todo.status !== 'CANCELLED' &&
  dateOf(todo.deadline) <= today

/** Calendar arithmetic in UTC, where every day has 24 hours. */
export const dateAfter = (date: string): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10)

/** Only what belongs to this day counts, also of an entry that lasts longer. */
export function plannedMs(schedules: readonly Schedule[], today: string): number {
  return schedules
    .filter(schedule => dateOf(schedule.start_time) === today)
    .reduce((sum, schedule) => sum + Date.parse(schedule.end_time) - Date.parse(schedule.start_time), 0)
}

export const measuredMs = (timers: readonly Timer[]): number =>
  timers
    .filter(timer => timer.status !== 'CANCELLED')
    .reduce((sum, timer) => sum + timer.elapsed_time * 1000, 0)
