// The active timers for all pages, with what was pressed and not yet sent, and a clock that ticks.
import { elapsedMs } from '@daymark/client'
import type { Timer } from '@daymark/contract/timers/timer'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useClient } from '../../session/provider.tsx'
import { ACTIVE_TIMERS } from '../../sync/cache/follow-changes.ts'
import { useShownEntries, useSync } from '../../sync/context.ts'
import { listWith } from '../../sync/overlay/lists.ts'
import { activeOrder } from './order.ts'

const none: readonly Timer[] = []

const isActive = ({ status }: Timer): boolean => status === 'RUNNING' || status === 'PAUSED'

// One order for all that show them.
const inOrder = activeOrder()

/** Kept up to date by the live connection; read again only when that cannot say what has changed. */
function useActiveQuery() {
  const client = useClient()
  return useQuery({
    queryKey: ACTIVE_TIMERS,
    queryFn: () => client.timers.list({ query: { status: ['RUNNING', 'PAUSED'], limit: 500 } }),
  })
}

/** Those that are running or paused. A command shows at once, at the time of its press, also without a connection. */
export function useActiveTimers(): Timer[] {
  const { data = none } = useActiveQuery()
  const entries = useShownEntries()
  return useMemo(() => inOrder(listWith('timer', data, entries).filter(isActive)), [data, entries])
}

/** Some networks swallow requests without a word; the rest of the page does not wait for that. */
const PATIENCE_MS = 3000

/** Whether anything is known of the timers yet: told by the server, kept from the last visit, or out of reach. */
export function useTimersKnown(): boolean {
  const { isPending, fetchStatus } = useActiveQuery()
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  return !isPending || fetchStatus !== 'fetching' || isLate
}

/** What is on a timer at this moment, by the clock of the server. */
export function useElapsedNow(): (timer: Timer) => number {
  const sync = useSync()
  return timer => elapsedMs(timer, sync?.live.serverNow() ?? Date.now())
}

/** Milliseconds on the timer, renewed every second while it runs. */
export function useElapsed(timer: Timer | undefined): number {
  const elapsed = useElapsedNow()
  const [, tick] = useState(0)
  const running = timer?.is_running ?? false
  useEffect(() => {
    if (!running) return
    const interval = setInterval(() => tick(count => count + 1), 1000)
    return () => clearInterval(interval)
  }, [running])
  return timer ? elapsed(timer) : 0
}
