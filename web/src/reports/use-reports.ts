// The query keys begin with `reports`, so that live changes reload the reports.
import type { Client } from '@daymark/client'
import type { BucketUnit, Grouping } from '@daymark/contract/reports/time'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLanguage } from '../session/language.tsx'
import { useClient } from '../session/provider.tsx'
import { firstDayOfWeek } from '../session/region/regional.ts'
import { timezone } from '../session/storage/preferences.ts'
import { goalQuery } from '../tags/week-goals.ts'
import type { View } from './period/address.ts'
import type { Period } from './period/period.ts'

interface Asked {
  view: View
  period: Period
}

type TimeQuery = Parameters<Client['reports']['time']>[0]['query']

/** Only for time reports. The other reports have no filters. */
const filtersOf = ({ group, tag, todo }: View) => ({
  ...(group !== undefined && { group_ids: [group] }),
  ...(tag !== undefined && { tag_ids: [tag] }),
  ...(todo !== undefined && { todo_id: todo, include_children: true }),
})

export const rangeOf = ({ view: { compare }, period: { start, end } }: Asked) => ({
  ...{ start_date: start, end_date: end, timezone: timezone() },
  ...(compare && { compare: 'previous' as const }),
})

export const timeQuery = (
  asked: Asked,
  group_by: Grouping,
  bucket: BucketUnit,
  firstDay: number,
): TimeQuery => ({
  ...rangeOf(asked),
  ...filtersOf(asked.view),
  ...{ group_by, bucket },
  // In the API, 0 is Monday.
  ...(bucket === 'week' && { week_start: (firstDay + 6) % 7 }),
})

export function useTimeReport(asked: Asked, group_by: Grouping, bucket: BucketUnit) {
  const client = useClient()
  const { language } = useLanguage()
  const query = timeQuery(asked, group_by, bucket, firstDayOfWeek(language))
  return useQuery({
    queryKey: ['reports', 'time', query],
    queryFn: ({ signal }) => client.reports.time({ query, signal }),
    placeholderData: keepPreviousData,
  })
}

export function useGoalReport(asked: Asked) {
  const client = useClient()
  return useQuery({ ...goalQuery(client, rangeOf(asked)), placeholderData: keepPreviousData })
}

export function useAccuracyReport(asked: Asked) {
  const client = useClient()
  const query = rangeOf(asked)
  return useQuery({
    queryKey: ['reports', 'accuracy', query],
    queryFn: ({ signal }) => client.reports.accuracy({ query, signal }),
    placeholderData: keepPreviousData,
  })
}

export const activityQuery = ({ period }: Asked) => ({
  year: Number(period.end.slice(0, 4)),
  timezone: timezone(),
})

/** The report covers the year in which the period ends. */
export function useActivityReport(asked: Asked) {
  const client = useClient()
  const query = activityQuery(asked)
  return useQuery({
    queryKey: ['reports', 'activity', query],
    queryFn: ({ signal }) => client.reports.activity({ query, signal }),
    placeholderData: keepPreviousData,
  })
}
