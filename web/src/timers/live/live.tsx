// The timer socket for all pages: one connection per window, its timers, its state, a clock that ticks.
import {
  elapsedMs,
  type SocketEvents,
  type SocketState,
  type TimerSocket,
  withCommands,
} from '@daymark/client'
import type { Timer } from '@daymark/contract/timers/timer'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import { Boundary } from '../../design/boundary.tsx'
import { useHidden } from '../../design/deleting/use-removal.ts'
import { messageOf } from '../../design/message.ts'
import { useToast } from '../../design/toast.tsx'
import { useSession } from '../../session/provider.tsx'
import { timezone } from '../../session/storage/preferences.ts'
import { giveCommandBack } from './late-refusal.ts'
import { activeOrder, stopId } from './order.ts'
import { browserOutbox } from './outbox.ts'

const Context = createContext<TimerSocket | undefined>(undefined)

/** Whatever happens to the connection, the pages stay. */
export function LiveTimers({ children }: { children: ReactNode }) {
  const [socket, setSocket] = useState<TimerSocket>()
  return (
    <Context value={socket}>
      <Boundary fallback={null}>
        <Connect onSocket={setSocket} />
      </Boundary>
      {children}
    </Context>
  )
}

function Connect({ onSocket }: { onSocket: (socket: TimerSocket) => void }) {
  const { client, account } = useSession()
  const queries = useQueryClient()
  const toast = useToast()
  useEffect(() => {
    const opened = client.timers.connect({ timezone: timezone(), outbox: browserOutbox(account) })
    // Lists that are read over REST follow what the socket tells.
    opened.on('timers', ({ timers }) => {
      queries.setQueryData(LAST_KNOWN, activeOf(timers))
      void queries.invalidateQueries({ queryKey: ['timers'] })
    })
    opened.on('failed', failure => {
      toast(messageOf(failure.error))
      giveCommandBack(account, failure)
    })
    const wake = () => opened.retry()
    addEventListener('online', wake)
    onSocket(opened)
    return () => {
      removeEventListener('online', wake)
      opened.close()
    }
  }, [client, account, queries, onSocket, toast])
  return null
}

/** Undefined for the blink of an eye before the first connection is made. */
export const useTimerSocket = (): TimerSocket | undefined => useContext(Context)

const nothing = () => () => {}
const noTimers: ReadonlyMap<string, Timer> = new Map()
const noCommands: TimerSocket['waiting'] = []
const LAST_KNOWN = ['timers', 'active']

const activeOf = (timers: ReadonlyMap<string, Timer>): Timer[] =>
  [...timers.values()].filter(timer => timer.status === 'RUNNING' || timer.status === 'PAUSED')

// One order for all that show them.
const inOrder = activeOrder()

/**
 * Those that are running or paused, without those whose stop can still be undone. A command shows at once, at the
 * time of its press, also while there is no connection to send it over.
 */
export function useActiveTimers(): Timer[] {
  const timers = useSocketValue('timers', from => from.timers) ?? noTimers
  const waiting = useSocketValue('waiting', from => from.waiting) ?? noCommands
  const state = useSocketState()
  const lastKnown = useQuery<Timer[]>({ queryKey: LAST_KNOWN, queryFn: skipToken }).data
  // Before the first word of the server, and offline, the last visit knows best.
  const isUntold = state !== 'live' && timers.size === 0
  const pending = useHidden()
  return useMemo(() => {
    const known = isUntold && lastKnown ? new Map(lastKnown.map(timer => [timer.id, timer])) : timers
    const active = activeOf(withCommands(known, waiting))
    return inOrder(active.filter(timer => !pending.has(stopId(timer.id))))
  }, [timers, waiting, isUntold, lastKnown, pending])
}

/** Something of the socket that changes with one of its events. */
function useSocketValue<T>(event: keyof SocketEvents, read: (socket: TimerSocket) => T): T | undefined {
  const socket = useTimerSocket()
  const subscribe = useMemo(
    () => (socket ? (notify: () => void) => socket.on(event, notify) : nothing),
    [socket, event],
  )
  return useSyncExternalStore(subscribe, () => (socket ? read(socket) : undefined))
}

/** Some networks swallow sockets without a word; the rest of the page does not wait for that. */
const PATIENCE_MS = 3000

/** Whether anything is known of the timers yet: told by the server, kept from the last visit, or out of reach. */
export function useTimersKnown(): boolean {
  const state = useSocketState()
  const lastKnown = useQuery<Timer[]>({ queryKey: LAST_KNOWN, queryFn: skipToken }).data
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  return lastKnown !== undefined || state !== 'connecting' || isLate
}

export const useSocketState = (): SocketState => useSocketValue('state', from => from.state) ?? 'connecting'

/** What is on a timer at this moment, by the clock of the server. */
export function useElapsedNow(): (timer: Timer) => number {
  const socket = useTimerSocket()
  return timer => elapsedMs(timer, socket?.serverNow() ?? Date.now())
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
