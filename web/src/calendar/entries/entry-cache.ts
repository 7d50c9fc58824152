// The fetched months as one place to change an entry in before the server has answered.
import type { Schedule } from '@daymark/contract/planning/schedule'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { MONTH_KEY } from './entries.ts'
import { withEntry } from './range.ts'

type Before = [QueryKey, Schedule[] | undefined][]

export const entryCache = (queries: QueryClient, zone: string) => ({
  /** Gives what was there before. */
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
  /** Todos show the entries they are linked to. */
  async refresh(): Promise<void> {
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['schedules'] }),
      queries.invalidateQueries({ queryKey: ['todos'] }),
    ])
  },
})
