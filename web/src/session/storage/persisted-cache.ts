import type { DehydratedState } from '@tanstack/react-query'
import type { PersistedClient, Persister } from '@tanstack/react-query-persist-client'
import { clearCache, readCache, writeCache } from './cache-store.ts'
import { lastSession, ownSession } from './last-session.ts'

/** Change this value when the app can no longer read data that an earlier version stored. */
export const CACHE_VERSION = '1'
export const CACHE_MAX_AGE_MS = 30 * 86_400_000

const MAX_CHARACTERS = 8_000_000
const PAUSE_MS = 2000
const LATEST_MS = 10_000

type Query = DehydratedState['queries'][number]

interface Bounds {
  capacity?: number
  size?: (data: unknown) => number
  /** The data includes all changes up to this change log position. Undefined before the first connection. */
  position?: number | undefined
}

/**
 * Keeps the newest queries that fit, even if their refresh failed. Marks data as stale unless the change log will
 * update it. The next visit shows stale data immediately and then refreshes it.
 */
export function boundedQueries(
  queries: readonly Query[],
  { capacity = MAX_CHARACTERS, size = sizeOf, position }: Bounds = {},
): Query[] {
  let left = capacity
  return queries
    .filter(query => query.state.data !== undefined)
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .filter(query => {
      const needed = size(query.state.data)
      if (needed > left) return false
      left -= needed
      return true
    })
    .map(({ promise: _, ...query }) => ({
      ...query,
      state: {
        ...query.state,
        status: 'success',
        fetchStatus: 'idle',
        error: null,
        isInvalidated: position === undefined || !isUpToDate(query),
      },
    }))
}

/** False for data that the change log does not update, and for a list that must still reload to get earlier changes. */
const isUpToDate = ({ meta, state }: Query): boolean =>
  meta?.['isFollowed'] === true &&
  state.status === 'success' &&
  state.fetchStatus === 'idle' &&
  !state.isInvalidated

let position: number | undefined
let restored: number | undefined

/** Call this only when all data in memory includes the changes up to `seq`. */
export function setCachePosition(seq: number | undefined): void {
  position = seq
}

/** The change log position of the restored data. Undefined if nothing was restored or the position is unknown. */
export const restoredPosition = (): number | undefined => restored

const sizes = new WeakMap<object, number>()

/** Cached per response, because most responses do not change between two writes. */
function sizeOf(data: unknown): number {
  if (typeof data !== 'object' || data === null) return String(data).length
  const size = sizes.get(data) ?? JSON.stringify(data).length
  sizes.set(data, size)
  return size
}

/** Copying thousands of items while the browser is busy would delay input. */
const whenIdle = (work: () => void): void => {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: LATEST_MS })
  else work()
}

export function persistedCache(): Persister {
  let latest: (PersistedClient & { position: number | undefined }) | undefined
  let waiting: ReturnType<typeof setTimeout> | undefined
  const write = () => {
    clearTimeout(waiting)
    waiting = undefined
    const session = ownSession()
    if (latest && session !== undefined) {
      const { clientState } = latest
      const cache = {
        ...latest,
        session,
        clientState: {
          mutations: [],
          queries: boundedQueries(clientState.queries, { position: latest.position }),
        },
      }
      // If storage is blocked or full, only offline use is lost.
      writeCache(cache, () => ownSession() === session).catch(() => {})
    }
    latest = undefined
  }
  addEventListener('pagehide', write)
  return {
    persistClient: client => {
      latest = { ...client, position }
      waiting ??= setTimeout(() => whenIdle(write), PAUSE_MS)
    },
    restoreClient: async () => {
      const cache = await readCache().catch(() => undefined)
      // Reads the session only after the cache, because the session may end while the cache is being read.
      const session = lastSession()?.id
      const isOwn = session !== undefined && cache?.session === session
      restored = isOwn ? cache.position : undefined
      return isOwn ? cache : undefined
    },
    removeClient: async () => {
      clearTimeout(waiting)
      waiting = latest = position = restored = undefined
      await clearCache().catch(() => {})
    },
  }
}
