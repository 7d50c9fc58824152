import type { Subscription } from '@daymark/contract/calendars/subscriptions'
import type { Schedule } from '@daymark/contract/planning/schedule'
import { type QueryClient, useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { datesOf, type Month } from '../../design/dates/month.ts'
import { useClient } from '../../session/provider.tsx'
import { askedPlace } from '../../session/region/holiday-place.ts'
import { readPreference, timezone, useStored, writePreference } from '../../session/storage/preferences.ts'
import type { Dates } from './entries.ts'
import { merged, monthsBetween } from './range.ts'

const FIVE_MINUTES_MS = 300_000
const monthKey = (month: Month, zone: string) => ['subscriptions', 'month', month, zone]

const HOLIDAYS = 'holidays'

export interface Layers {
  hasHolidays: boolean
  /** The ids of visible subscriptions. */
  subscribed: ReadonlySet<string>
  /** Holidays come first. */
  list: { id: string; name: string | undefined; color: string | undefined; isOn: boolean }[]
  toggle: (id: string) => void
}

/** Each browser stores its own choice of layers. */
export function useLayers(): Layers {
  const client = useClient()
  const { data } = useQuery({ queryKey: ['subscriptions'], queryFn: () => client.subscriptions.list() })
  const text = useStored(() => readPreference('other-calendars') ?? '')
  return useMemo(() => {
    const hidden = new Set(text.split(',').filter(Boolean))
    // Earlier versions stored `hidden` to hide all subscriptions.
    const isOff = (id: string) => hidden.has(id) || (hidden.has('hidden') && id !== HOLIDAYS)
    const all = data ?? []
    const holidays = { id: HOLIDAYS, name: undefined, color: undefined, isOn: !isOff(HOLIDAYS) }
    return {
      hasHolidays: holidays.isOn,
      subscribed: new Set(all.filter(({ id }) => !isOff(id)).map(({ id }) => id)),
      list: [
        ...(askedPlace() ? [holidays] : []),
        ...all.map(({ id, name, color }) => ({ id, name, color, isOn: !isOff(id) })),
      ],
      toggle: id => {
        const off = [HOLIDAYS, ...all.map(each => each.id)].filter(each => isOff(each) !== (each === id))
        writePreference('other-calendars', off.join() || undefined)
      },
    }
  }, [data, text])
}

/**
 * Returns a version that changes when entries load and when the set of visible subscriptions changes. Loads nothing if
 * no subscription is visible.
 */
export function useSubscribed(dates: Dates | undefined, { subscribed }: Layers): string {
  const client = useClient()
  const zone = timezone()
  const months = dates && subscribed.size > 0 ? monthsBetween(dates.start, dates.end) : []
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
  return `${loaded} ${[...subscribed].join()}`
}

export const subscribedBetween = (queries: QueryClient, { start, end }: Dates, zone: string): Schedule[] =>
  merged(
    monthsBetween(start, end).map(month => queries.getQueryData<Schedule[]>(monthKey(month, zone)) ?? []),
  )

/** Keyed by subscription id. */
export const subscriptionColors = (queries: QueryClient): Map<string, string> =>
  new Map((queries.getQueryData<Subscription[]>(['subscriptions']) ?? []).map(each => [each.id, each.color]))
