// Optimistic updates of an entry in all cached months.
import type { Schedule } from '@daymark/contract/planning/schedule'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { MONTH_KEY } from './entries.ts'
import { withEntry } from './range.ts'

type Before = [QueryKey, Schedule[] | undefined][]

export const entryCache = (queries: QueryClient, zone: string) => ({
  /** Returns the previous data, for a rollback. */
  async put(after: Schedule): Promise<Before> {
    await queries.cancelQueries({ queryKey: MONTH_KEY })
    const before = queries.getQueriesData<Schedule[]>({ queryKey: MONTH_KEY })
    for (const [key, list] of before) {
      if (!list) continue
      queries.setQueryData(key, withEntry(list, after, String(key[2]), zone))
    }
    return before
  },
  restore(before: Before): void {
    for (const [key, list] of before) queries.setQueryData(key, list)
  },
  /** Todos too, because they show their linked entries. */
  async refresh(): Promise<void> {
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['schedules'] }),
      queries.invalidateQueries({ queryKey: ['todos'] }),
    ])
  },
})
