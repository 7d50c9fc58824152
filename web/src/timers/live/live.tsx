import { elapsedMs } from '@daymark/client'
import type { Timer } from '@daymark/contract/timers/timer'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useClient } from '../../session/provider.tsx'
import { FOLLOWED } from '../../session/storage/followed.ts'
import { ACTIVE_TIMERS } from '../../sync/cache/follow-changes.ts'
import { useShownEntries, useSync } from '../../sync/context.ts'
import { listWith } from '../../sync/overlay/lists.ts'
import { useTagOf } from '../../tags/use-tags.ts'
import { activeOrder } from './order.ts'

const none: readonly Timer[] = []

const isActive = ({ status }: Timer): boolean => status === 'RUNNING' || status === 'PAUSED'

// Shared by all components, so that timers have the same order everywhere.
const inOrder = activeOrder()

/** The live connection applies each timer change to this list immediately and then reloads the list. */
function useActiveQuery() {
  const client = useClient()
  return useQuery({
    ...FOLLOWED,
    queryKey: ACTIVE_TIMERS,
    queryFn: () =>
      client.timers.list({
        query: {
          status: ['RUNNING', 'PAUSED'],
          limit: 500,
          tag_include_mode: 'timer_only',
          include_todo: true,
          include_schedule: true,
        },
      }),
  })
}

/** Running and paused timers. Includes unsent commands, applied at the time of the user's action. */
export function useActiveTimers(): Timer[] {
  const { data = none } = useActiveQuery()
  const entries = useShownEntries()
  const tag = useTagOf()
  return useMemo(
    () => inOrder(listWith('timer', data, entries, { tag }).filter(isActive)),
    [data, entries, tag],
  )
}

/** Limits how long the page waits for the timers, because some networks drop requests silently. */
const PATIENCE_MS = 3000

/** True if the timers have loaded, cannot be loaded now, or take too long. */
export function useTimersKnown(): boolean {
  const { isPending, fetchStatus } = useActiveQuery()
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  return !isPending || fetchStatus !== 'fetching' || isLate
}

/** Falls back to the device's clock before the connection opens. */
export function useServerNow(): () => number {
  const sync = useSync()
  return () => sync?.live.serverNow() ?? Date.now()
}

/** In milliseconds. Rerenders every second while the timer runs. */
export function useElapsed(timer: Timer | undefined): number {
  const now = useServerNow()
  const [, tick] = useState(0)
  const running = timer?.is_running ?? false
  useEffect(() => {
    if (!running) return
    const interval = setInterval(() => tick(count => count + 1), 1000)
    return () => clearInterval(interval)
  }, [running])
  return timer ? elapsedMs(timer, now()) : 0
}
