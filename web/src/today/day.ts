// Queries for today's entries, due todos and measured time; socket messages refresh them.
import { useQuery } from '@tanstack/react-query'
import { dateOf } from '../design/format.ts'
import { useClient } from '../session/provider.tsx'
import { timezone } from '../session/storage/preferences.ts'
import { entriesOf } from '../sharing/whose.ts'
import { dateAfter, isDue } from './sums.ts'

export function usePlanned() {
  const client = useClient()
  const today = dateOf()
  return useQuery({
    queryKey: ['schedules', 'day', today, timezone()],
    queryFn: () =>
      client.schedules.list.all({
        query: { start_date: today, end_date: dateAfter(today), timezone: timezone(), ...entriesOf() },
      }),
  })
}

export function useDue() {
  const client = useClient()
  const today = dateOf()
  return useQuery({
    queryKey: ['todos', 'due', today],
    queryFn: async () => (await client.todos.list({ query: {} })).filter(todo => isDue(todo, today)),
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
