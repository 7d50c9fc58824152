// Entries of the visible months, those of the neighbouring months fetched ahead, and the holidays.
import type { Holiday } from '@daymark/contract/holidays'
import type { Schedule } from '@daymark/contract/schedule'
import { queryOptions, useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLanguage } from '../session/language.tsx'
import { timezone } from '../session/preferences.ts'
import { useClient } from '../session/provider.tsx'
import { addMonths, datesOf, type Month, merged, monthsBetween } from './range.ts'

const HOUR_MS = 3_600_000
const HALF_MINUTE_MS = 30_000

export interface Dates {
  /** `YYYY-MM-DD`, half open. */
  start: string
  end: string
}

export const MONTH_KEY = ['schedules', 'month'] as const

function monthQuery(client: ReturnType<typeof useClient>, month: Month, zone: string) {
  return queryOptions({
    queryKey: [...MONTH_KEY, month, zone],
    queryFn: ({ signal }) =>
      client.schedules.list({ query: { ...datesOf(month), timezone: zone, scope: 'all' }, signal }),
    staleTime: HALF_MINUTE_MS,
  })
}

const combineMonths = (results: { data: Schedule[] | undefined; error: Error | null }[]) => ({
  entries: merged(results.map(result => result.data ?? [])),
  isPending: results.some(result => result.data === undefined && !result.error),
  error: results.find(result => result.error)?.error ?? null,
})

export function useEntries(dates: Dates | undefined) {
  const client = useClient()
  const queries = useQueryClient()
  const zone = timezone()
  const months = dates ? monthsBetween(dates.start, dates.end) : []
  const around = months.join()
  useEffect(() => {
    const shown = around.split(',').filter(Boolean)
    const [first, last] = [shown[0], shown.at(-1)]
    if (!first || !last) return
    for (const month of [addMonths(first, -1), addMonths(last, 1)])
      void queries.prefetchQuery(monthQuery(client, month, zone))
  }, [client, queries, zone, around])
  return useQueries({
    queries: months.map(month => monthQuery(client, month, zone)),
    combine: combineMonths,
  })
}

const combineYears = (results: { data: Holiday[] | undefined }[]): Holiday[] =>
  results.flatMap(result => result.data ?? [])

/** By whole years: there are few of them, and they hardly change. */
export function useHolidays(dates: Dates | undefined): Holiday[] {
  const client = useClient()
  const { language } = useLanguage()
  const years = dates ? [...new Set([dates.start.slice(0, 4), dates.end.slice(0, 4)])] : []
  return useQueries({
    queries: years.map(year => ({
      queryKey: ['holidays', year, language],
      queryFn: () => client.holidays.list({ query: { year: Number(year), lang: language } }),
      staleTime: HOUR_MS,
    })),
    combine: combineYears,
  })
}
