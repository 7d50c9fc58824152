import type { Client } from '@daymark/client'
import type { Holiday } from '@daymark/contract/planning/holidays'
import type { Schedule } from '@daymark/contract/planning/schedule'
import {
  onlineManager,
  type QueryClient,
  type QueryKey,
  queryOptions,
  useQueries,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import { addMonths, datesOf, type Month } from '../../design/dates/month.ts'
import { type Query, together } from '../../design/settled.tsx'
import { useLanguage } from '../../session/language.tsx'
import { useClient } from '../../session/provider.tsx'
import { askedPlace } from '../../session/region/holiday-place.ts'
import { timezone } from '../../session/storage/preferences.ts'
import { entriesOf } from '../../sharing/whose.ts'
import { merged, monthsBetween } from './range.ts'

const HOUR_MS = 3_600_000
const HALF_MINUTE_MS = 30_000

export interface Dates {
  /** In the format `YYYY-MM-DD`. */
  start: string
  /** Exclusive. */
  end: string
}

export const MONTH_KEY = ['schedules', 'month'] as const

const monthKey = (month: Month, zone: string, discover: boolean) => [...MONTH_KEY, month, zone, discover]
const yearKey = (year: string, language: string, place: ReturnType<typeof askedPlace>) => [
  'holidays',
  year,
  language,
  place?.country ?? '',
  place?.region ?? '',
]

const monthQuery = (client: Client, month: Month, zone: string, discover: boolean) =>
  queryOptions({
    queryKey: monthKey(month, zone, discover),
    queryFn: ({ signal }) =>
      client.schedules.list.all({
        query: { ...datesOf(month), timezone: zone, ...entriesOf(discover) },
        signal,
      }),
    staleTime: HALF_MINUTE_MS,
  })

interface Result {
  data: unknown
  error: Error | null
  dataUpdatedAt: number
  fetchStatus: string
}

/** The version changes whenever cached data changes, and when a query fails or pauses offline. */
const versionOf = (results: readonly Result[]): string =>
  results
    .map(({ dataUpdatedAt, error, fetchStatus }) => [dataUpdatedAt, !error, fetchStatus === 'paused'])
    .join()

/** Omits the entries, because the grid reads them from the cache. */
const combineMonths = (results: (Result & Query)[]) => ({
  version: versionOf(results),
  months: together(results),
})

export function useEntries(dates: Dates | undefined, discover: boolean) {
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
      void queries.prefetchQuery(monthQuery(client, month, zone, discover))
  }, [client, queries, zone, discover, around])
  return useQueries({
    queries: months.map(month => monthQuery(client, month, zone, discover)),
    combine: combineMonths,
  })
}

/** Loads all months of the dates. Returns false if a month is not cached and could not be loaded. */
export async function loadEntries(
  client: Client,
  queries: QueryClient,
  { dates, zone, discover }: { dates: Dates; zone: string; discover: boolean },
): Promise<boolean> {
  const months = monthsBetween(dates.start, dates.end)
  const load = (month: Month) => queries.prefetchQuery(monthQuery(client, month, zone, discover))
  if (onlineManager.isOnline()) await Promise.all(months.map(load))
  return months.every(month => queries.getQueryData(monthKey(month, zone, discover)) !== undefined)
}

export const entriesBetween = (
  queries: QueryClient,
  { start, end }: Dates,
  zone: string,
  discover: boolean,
): Schedule[] =>
  merged(
    monthsBetween(start, end).map(
      month => queries.getQueryData<Schedule[]>(monthKey(month, zone, discover)) ?? [],
    ),
  )

const yearsOf = ({ start, end }: Dates) => [...new Set([start.slice(0, 4), end.slice(0, 4)])]

/** Loads holidays a year at a time, because they are few and rarely change. */
export function useHolidays(dates: Dates | undefined): { version: string; isPending: boolean } {
  const client = useClient()
  const { language } = useLanguage()
  const place = askedPlace()
  const years = dates && place ? yearsOf(dates) : []
  return useQueries({
    queries: years.map(year => ({
      queryKey: yearKey(year, language, place),
      queryFn: () => client.holidays.list({ query: { year: Number(year), lang: language, ...place } }),
      staleTime: HOUR_MS,
    })),
    combine: combineYears,
  })
}

const combineYears = (results: Result[]) => ({
  version: versionOf(results),
  isPending: results.some(
    ({ data, error, fetchStatus }) => data === undefined && !error && fetchStatus !== 'paused',
  ),
})

/** True once every query for the entries and holidays of these dates has loaded, failed or paused offline. */
export function isSettled(
  queries: QueryClient,
  dates: Dates,
  { zone, discover, language }: { zone: string; discover: boolean; language: string },
): boolean {
  const place = askedPlace()
  const keys: QueryKey[] = [
    ...monthsBetween(dates.start, dates.end).map(month => monthKey(month, zone, discover)),
    ...(place ? yearsOf(dates).map(year => yearKey(year, language, place)) : []),
  ]
  return keys.every(key => {
    const state = queries.getQueryState(key)
    return state && (state.data !== undefined || state.error !== null || state.fetchStatus === 'paused')
  })
}

export function holidaysBetween(queries: QueryClient, dates: Dates, language: string): Holiday[] {
  const place = askedPlace()
  if (!place) return []
  return yearsOf(dates)
    .flatMap(year => queries.getQueryData<Holiday[]>(yearKey(year, language, place)) ?? [])
    .filter(({ date }) => date >= dates.start && date < dates.end)
}
