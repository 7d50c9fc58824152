import type { Client } from '@daymark/client'
import type { GoalReport } from '@daymark/contract/reports/goals'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { dateOf } from '../design/format.ts'
import { useLanguage } from '../session/language.tsx'
import { useClient } from '../session/provider.tsx'
import { firstDayOfWeek } from '../session/region/regional.ts'
import { addDays, weekStart } from '../session/region/zone-time.ts'
import { timezone } from '../session/storage/preferences.ts'

type GoalQuery = Parameters<Client['reports']['goals']>[0]['query']

export const goalQuery = (client: Client, query: GoalQuery) =>
  queryOptions({
    queryKey: ['reports', 'goals', query],
    queryFn: ({ signal }): Promise<GoalReport> => client.reports.goals({ query, signal }),
  })

/** Loads the goals of the current week. Its first day depends on the user's settings or region. */
export function useWeekGoals() {
  const client = useClient()
  const { language } = useLanguage()
  const start_date = weekStart(dateOf(), firstDayOfWeek(language))
  const range = { start_date, end_date: addDays(start_date, 6), timezone: timezone() }
  return useQuery(goalQuery(client, range))
}
