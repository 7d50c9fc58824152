import type { Friend } from '@daymark/contract/people/friends'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { useClient } from '../session/provider.tsx'
import { FRIENDS } from '../sharing/sharing.ts'
import { useLiveState, useSync } from '../sync/context.ts'
import { type Activities, remember, withActive } from './activity.ts'

let activities: Activities = new Map()
const listeners = new Set<() => void>()

function keep(next: Activities): void {
  activities = next
  for (const notify of listeners) notify()
}

/** Records friends' activity. Mounted at the top of the app, so that this happens on every page. */
export function FollowFriends() {
  const live = useSync()?.live
  useEffect(() => live?.on('friend', notice => keep(remember(activities, notice, Date.now()))), [live])
  // Clears the activity when the user signs out.
  useEffect(() => () => keep(new Map()), [])
  return null
}

/**
 * Loads activity from before the connection opened, and reloads it when the number of friends changes. Only used on
 * pages that show activity.
 */
function useEarlierActivity(): void {
  const client = useClient()
  const isLive = useLiveState() === 'live'
  const count = useQuery<Friend[]>({ queryKey: FRIENDS, queryFn: skipToken }).data?.length
  useEffect(() => {
    if (!isLive || count === 0) return
    const stop = new AbortController()
    const askedAt = Date.now()
    client.timers.ofFriends({ query: { limit: 500 }, signal: stop.signal }).then(
      listed => keep(withActive(activities, listed, askedAt)),
      () => {},
    )
    return () => stop.abort()
  }, [client, isLive, count])
}

export function useActivities(): Activities {
  useEarlierActivity()
  return useSyncExternalStore(
    notify => {
      listeners.add(notify)
      return () => listeners.delete(notify)
    },
    () => activities,
  )
}
