import type { LiveState, OutboxEntry, Status } from '@daymark/client'
import { createContext, useContext, useMemo, useSyncExternalStore } from 'react'
import { opening } from './opening.ts'
import type { Sync } from './sync.ts'

export const SyncContext = createContext(opening())

export function useSync(): Sync | undefined {
  const { subscribe, sync } = useContext(SyncContext)
  return useSyncExternalStore(subscribe, sync)
}

export const useWhenOpen = () => useContext(SyncContext).run

const nothing = () => () => {}
const noEntries: readonly OutboxEntry[] = []
const CONNECTING: Status = { state: 'connecting', waiting: 0, attention: 0, unsaved: 0 }

function useSyncValue<T>(
  subscribe: (sync: Sync, notify: () => void) => () => void,
  read: (sync: Sync) => T,
  otherwise: T,
): T {
  const sync = useSync()
  const subscribed = useMemo(
    () => (sync ? (notify: () => void) => subscribe(sync, notify) : nothing),
    [sync, subscribe],
  )
  return useSyncExternalStore(subscribed, () => (sync ? read(sync) : otherwise))
}

const onState = ({ live }: Sync, notify: () => void) => live.on('state', notify)
const onStatus = ({ live }: Sync, notify: () => void) => live.on('status', notify)
const onEntries = ({ live }: Sync, notify: () => void) => live.outbox.on('entries', notify)

/** The writes in the outbox, including refused ones. */
export const useOutboxEntries = (): readonly OutboxEntry[] =>
  useSyncValue(onEntries, ({ live }) => live.outbox.entries, noEntries)

const SHOWN: ReadonlySet<OutboxEntry['state']> = new Set(['waiting', 'sending', 'sent'])

/** The writes that pages show on top of the server's data, until that contains them. */
export const shownOf = (entries: readonly OutboxEntry[]): readonly OutboxEntry[] =>
  entries.filter(({ state }) => SHOWN.has(state))

export function useShownEntries(): readonly OutboxEntry[] {
  const entries = useOutboxEntries()
  return useMemo(() => shownOf(entries), [entries])
}

/** The writes that the server runs in steps. */
export function useRunningEntries(): readonly OutboxEntry[] {
  const entries = useOutboxEntries()
  return useMemo(
    () => entries.filter(({ state, job }) => job && (state === 'waiting' || state === 'sending')),
    [entries],
  )
}

export const useLiveState = (): LiveState => useSyncValue(onState, ({ live }) => live.state, 'connecting')

/** Also checks the browser's online state, because a silently lost connection still looks open. */
export function useSyncStatus(): Status {
  const status = useSyncValue(onStatus, ({ live }) => live.status, CONNECTING)
  const isOnline = useIsOnline()
  const isHopeful = status.state === 'synced' || status.state === 'sending' || status.state === 'connecting'
  return !isOnline && isHopeful ? { ...status, state: 'offline' } : status
}

export const useIsOnline = (): boolean => useSyncExternalStore(onConnectionChange, () => navigator.onLine)

function onConnectionChange(notify: () => void): () => void {
  addEventListener('online', notify)
  addEventListener('offline', notify)
  return () => {
    removeEventListener('online', notify)
    removeEventListener('offline', notify)
  }
}
