// Listens to what friends do, on whatever page one is.
import { useEffect, useSyncExternalStore } from 'react'
import { useTimerSocket } from '../timers/live.tsx'
import { type Activities, remember } from './activity.ts'

let activities: Activities = new Map()
const listeners = new Set<() => void>()

function keep(next: Activities): void {
  activities = next
  for (const notify of listeners) notify()
}

/** Part of the app, not of the page: what happens while one is elsewhere is remembered too. */
export function FollowFriends() {
  const socket = useTimerSocket()
  useEffect(() => socket?.on('friend', notice => keep(remember(activities, notice, Date.now()))), [socket])
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
