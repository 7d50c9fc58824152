// Keeps what was read from the server in this browser, bounded in size, until the person signs out.
import type { DehydratedState } from '@tanstack/react-query'
import type { PersistedClient, Persister } from '@tanstack/react-query-persist-client'
import { clearKept, readKept, writeKept } from './kept-store.ts'
import { lastSession, ownSession } from './last-session.ts'

/** To be raised whenever data of an older version of the app would be misread. */
export const KEPT_VERSION = '1'
export const KEPT_FOR_MS = 30 * 86_400_000

const MAX_CHARACTERS = 8_000_000
const PAUSE_MS = 2000
const LATEST_MS = 10_000

type Query = DehydratedState['queries'][number]

/**
 * The newest first, until the room is used up; a failed refresh does not make old data worse. All of it is shown
 * at the next visit and read again: a page that is reloaded must not show what was true before.
 */
export function boundedQueries(queries: readonly Query[], room = MAX_CHARACTERS, size = sizeOf): Query[] {
  let left = room
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
      state: { ...query.state, status: 'success', fetchStatus: 'idle', error: null, isInvalidated: true },
    }))
}

const sizes = new WeakMap<object, number>()

/** Each answer is measured once: most of them do not change between two writes. */
function sizeOf(data: unknown): number {
  if (typeof data !== 'object' || data === null) return String(data).length
  const size = sizes.get(data) ?? JSON.stringify(data).length
  sizes.set(data, size)
  return size
}

/** Copying thousands of things takes a moment: not while the person does something. */
const whenIdle = (work: () => void): void => {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: LATEST_MS })
  else work()
}

export function keptData(): Persister {
  let latest: PersistedClient | undefined
  let waiting: ReturnType<typeof setTimeout> | undefined
  const write = () => {
    clearTimeout(waiting)
    waiting = undefined
    const session = ownSession()
    if (latest && session !== undefined) {
      const { clientState } = latest
      const kept = {
        ...latest,
        session,
        clientState: { mutations: [], queries: boundedQueries(clientState.queries) },
      }
      // Where storage is refused or full the app works on, only not offline.
      writeKept(kept, () => ownSession() === session).catch(() => {})
    }
    latest = undefined
  }
  addEventListener('pagehide', write)
  return {
    persistClient: client => {
      latest = client
      waiting ??= setTimeout(() => whenIdle(write), PAUSE_MS)
    },
    restoreClient: async () => {
      const kept = await readKept().catch(() => undefined)
      // Asked after reading, because the session may have ended meanwhile.
      const session = lastSession()?.id
      return session !== undefined && kept?.session === session ? kept : undefined
    },
    removeClient: async () => {
      clearTimeout(waiting)
      waiting = latest = undefined
      await clearKept().catch(() => {})
    },
  }
}
