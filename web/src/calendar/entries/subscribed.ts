// The entries of subscriptions, a layer that cannot be changed and can be switched off.
import type { Subscription } from '@daymark/contract/calendars/subscriptions'
import type { Schedule } from '@daymark/contract/planning/schedule'
import { type QueryClient, useQueries, useQuery } from '@tanstack/react-query'
import { useClient } from '../../session/provider.tsx'
import { readPreference, timezone, useStored, writePreference } from '../../session/storage/preferences.ts'
import type { Dates } from './entries.ts'
import { datesOf, type Month, merged, monthsBetween } from './range.ts'

const FIVE_MINUTES_MS = 300_000
const monthKey = (month: Month, zone: string) => ['subscriptions', 'month', month, zone]

const isShown = () => readPreference('other-calendars') !== 'hidden'

/** Whether this browser shows the layer. */
export const useLayer = (): [isOn: boolean, setOn: (isOn: boolean) => void] => [
  useStored(isShown),
  isOn => writePreference('other-calendars', isOn ? undefined : 'hidden'),
]

/** Loads the entries of the months, if there are subscriptions and the layer is on. */
export function useSubscribed(dates: Dates | undefined, isOn: boolean): { version: string; has: boolean } {
  const client = useClient()
  const zone = timezone()
  const list = useQuery({ queryKey: ['subscriptions'], queryFn: () => client.subscriptions.list() })
  const has = (list.data?.length ?? 0) > 0
  const months = dates && has && isOn ? monthsBetween(dates.start, dates.end) : []
  const loaded = useQueries({
    queries: months.map(month => ({
      queryKey: monthKey(month, zone),
      queryFn: async () => {
        const query = { ...datesOf(month), timezone: zone, include_subscriptions: true }
        return (await client.schedules.list.all({ query })).filter(each => each.subscription_id !== undefined)
      },
      staleTime: FIVE_MINUTES_MS,
    })),
    combine: results => results.map(result => result.dataUpdatedAt).join(),
  })
  return { version: `${loaded} ${list.dataUpdatedAt} ${isOn}`, has }
}

export const subscribedBetween = (queries: QueryClient, { start, end }: Dates, zone: string): Schedule[] =>
  merged(
    monthsBetween(start, end).map(month => queries.getQueryData<Schedule[]>(monthKey(month, zone)) ?? []),
  )

/** The color of each subscription. */
export const subscriptionColors = (queries: QueryClient): Map<string, string> =>
  new Map((queries.getQueryData<Subscription[]>(['subscriptions']) ?? []).map(each => [each.id, each.color]))
