// Listens to what friends do, on whatever page one is.
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

/** Part of the app, not of the page: what happens while one is elsewhere is remembered too. */
export function FollowFriends() {
  const client = useClient()
  const live = useSync()?.live
  const isLive = useLiveState() === 'live'
  useEffect(() => live?.on('friend', notice => keep(remember(activities, notice, Date.now()))), [live])
  // Notices tell only what happens from now on: what began before, or was missed, is read. So it is with a new friend.
  const friends = useQuery<Friend[]>({ queryKey: FRIENDS, queryFn: skipToken }).data
  const count = friends?.length
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
  // Whoever signs in next must not see it.
  useEffect(() => () => keep(new Map()), [])
  return null
}

export const useActivities = (): Activities =>
  useSyncExternalStore(
    notify => {
      listeners.add(notify)
      return () => listeners.delete(notify)
    },
    () => activities,
  )
