// Applies live changes to cached lists, so that pages need no polling.
import type { Batch, LiveChange, LiveConnection } from '@daymark/client'
import type { ChangeKind } from '@daymark/contract/changes'
import { SETTINGS_KINDS, type SettingsKind } from '@daymark/contract/sockets/settings-kinds'
import type { Timer } from '@daymark/contract/timers/timer'
import type { Query, QueryClient } from '@tanstack/react-query'
import { followLoads, noteForLoads } from './loads.ts'
import { patched, patchedWithAll, staysInPlace, withSplit } from './patch.ts'
import { headsOf } from './query-heads.ts'
import { refresh, refreshUntilShown } from './refresh.ts'

/** The query key for running and paused timers. */
export const ACTIVE_TIMERS = ['timers', 'active']

/** For larger batches, reloading is cheaper than patching. */
const MOST_PATCHES = 50

/**
 * The listeners resolve when the lists contain the changes. The connection counts them as applied then, and shows its
 * accepted writes until then. Returns a function that unsubscribes.
 */
export function followChanges(live: LiveConnection, queries: QueryClient): () => void {
  let hasBeenLive = false
  // At position 0, nothing has ever changed, so lists that were read before the first `reload` are complete.
  let isNew = live.seq === undefined
  const stops = [
    live.on('batch', batch => applyBatch(queries, batch)),
    live.on('reload', ({ seq }) => {
      const isRead = isNew && seq === 0
      isNew = false
      return isRead ? undefined : refreshUntilShown(queries)
    }),
    live.on('settings', ({ kind }) => void refreshSettings(queries, [kind])),
    live.on('state', state => {
      // Reloads lists that failed to load, for example because the server was unreachable.
      if (state === 'live' || state === 'polling') void refresh(queries, query => query.state.error !== null)
      if (state !== 'live') return
      // The change log does not contain these settings, so gap recovery does not cover them.
      if (hasBeenLive) void refreshSettings(queries, SETTINGS_KINDS)
      hasBeenLive = true
    }),
    live.on('shared', ({ kind }) => void refreshKinds(queries, [kind])),
    followLoads(queries, withChanges),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

const SETTINGS_HEADS: Record<SettingsKind, string> = {
  feed: 'feeds',
  subscription: 'subscriptions',
  device_password: 'devicePasswords',
}

function refreshSettings(queries: QueryClient, kinds: readonly SettingsKind[]): Promise<unknown> {
  const heads = new Set(kinds.map(kind => SETTINGS_HEADS[kind]))
  return refresh(queries, query => heads.has(String(query.queryKey[0])))
}

/** Reloads the lists that show these kinds. Resolves when the visible ones have reloaded. */
export function refreshKinds(queries: QueryClient, kinds: Iterable<ChangeKind>): Promise<unknown> {
  const heads = headsOf(kinds)
  return refresh(queries, query => heads.has(String(query.queryKey[0])))
}

export function applyBatch(queries: QueryClient, { changes }: Pick<Batch, 'changes'>): Promise<unknown> {
  noteForLoads(queries, changes)
  for (const change of changes) {
    if (change.kind === 'timer')
      queries.setQueryData<Timer[]>(ACTIVE_TIMERS, list => activeWith(list, change))
  }
  if (changes.length > MOST_PATCHES) {
    const heads = headsOf(changes.map(({ kind }) => kind))
    return refreshUntilShown(queries, query => heads.has(String(query.queryKey[0])))
  }
  const created = changes.filter(({ action }) => action === 'created')
  const unclear = new Set(changes.flatMap(change => patchLists(queries, change, created)))
  return refreshUntilShown(queries, query => unclear.has(query.queryHash))
}

/**
 * Patches every cached list that contains the resource. `created` contains the new resources of the same batch. Returns
 * the hashes of lists that still need a reload.
 */
function patchLists(queries: QueryClient, change: LiveChange, created: readonly LiveChange[]): string[] {
  const heads = headsOf([change.kind])
  const lists = queries
    .getQueryCache()
    .getAll()
    .filter(query => heads.has(String(query.queryKey[0])))
  const before = lists.map(query => itemIn(query.state.data, change.id)).find(item => item !== undefined)
  const isInPlace = staysInPlace(before, change)
  return lists.flatMap(query => {
    const { data } = query.state
    const after = patched(withSplit(data, change, created), change)
    if (after !== data) queries.setQueryData(query.queryKey, after)
    // A pending response may be older than the change.
    const isLoading = query.state.fetchStatus === 'fetching'
    return isInPlace && isByGroup(query.queryKey) && !isLoading ? [] : [query.queryHash]
  })
}

/** True for a list of todos by group and tags. No other field decides whether a todo is in it. */
const isByGroup = ([head, list]: readonly unknown[]): boolean => head === 'todos' && list === 'list'

const itemIn = (data: unknown, id: string): object | undefined =>
  Array.isArray(data) ? data.find(item => item?.id === id) : undefined

function activeWith(list: Timer[] | undefined, { id, seq, resource }: LiveChange): Timer[] | undefined {
  if (!list || list.some(each => each.id === id && (each.version ?? 0) > seq)) return list
  const timer = resource as Timer | null
  const isActive = timer?.status === 'RUNNING' || timer?.status === 'PAUSED'
  const others = list.filter(each => each.id !== id)
  return isActive ? [...others, timer] : others
}

/** Applies changes that the list's response may not include. */
function withChanges({ queryKey, state: { data } }: Query, changes: readonly LiveChange[]): unknown {
  const own = changes.filter(({ kind }) => headsOf([kind]).has(String(queryKey[0])))
  if (String(queryKey) !== String(ACTIVE_TIMERS)) return patchedWithAll(data, own)
  return own.filter(({ kind }) => kind === 'timer').reduce(activeWith, data as Timer[] | undefined)
}
