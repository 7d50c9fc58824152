// Reloads cached lists whose data has changed on the server.
import type { Query, QueryClient } from '@tanstack/react-query'

/**
 * Resolves when the visible lists are reloaded by requests that began after this call. Lists in the background are only
 * marked as stale.
 */
export async function refresh(
  queries: QueryClient,
  isMeant: (query: Query) => boolean = () => true,
): Promise<void> {
  await Promise.all(queries.getQueryCache().findAll({ predicate: isMeant }).map(reloaded))
}

interface Load {
  done: Promise<void>
  /** The load after it, for changes that arrived while it was running. */
  next?: Promise<void>
}

const loads = new WeakMap<Query, Load>()

/**
 * A response on its way may be older than the change, so one more load follows it. There is only one, however many
 * changes arrive meanwhile: thousands of changes must not cause thousands of requests.
 */
function reloaded(query: Query): Promise<void> {
  query.invalidate()
  const load = loads.get(query) ?? runningLoad(query)
  if (!load) return start(query)
  load.next ??= follow(query, load)
  return load.next
}

/** A load that began elsewhere, for example because a page was opened. */
function runningLoad(query: Query): Load | undefined {
  if (query.state.fetchStatus !== 'fetching' || !query.promise) return undefined
  return begun(query, query.promise)
}

/** A load can take hours if the computer sleeps. */
const MOST_PAUSE_MS = 2_000

async function follow(query: Query, load: Load): Promise<void> {
  const from = performance.now()
  await load.done
  // Its response has marked the list as up to date.
  query.invalidate()
  // Leaves the server and the page as much time as a load takes, because changes may keep arriving.
  await pause(Math.min(performance.now() - from, MOST_PAUSE_MS))
  // A load that began meanwhile, for example because a page was opened, may be older than the change.
  await untilLoaded(query)
  if (loads.get(query) === load) loads.delete(query)
  return start(query)
}

/** The state of a list that was removed while it was loading, as when the session ends, says "fetching" forever. */
async function untilLoaded(query: Query): Promise<void> {
  let load: Promise<unknown> | undefined
  while (query.state.fetchStatus === 'fetching' && query.promise !== load) {
    load = query.promise
    await load?.catch(() => {})
  }
}

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

async function start(query: Query): Promise<void> {
  query.invalidate()
  if (!query.isActive() || query.isDisabled() || query.isStatic()) return
  const loading = query.fetch()
  // It begins when the connection is back, and then it is newer than the change.
  if (query.state.fetchStatus === 'paused') loading.catch(() => {})
  else await begun(query, loading).done
}

function begun(query: Query, loading: Promise<unknown>): Load {
  const end = () => {
    // A load with a successor stays until that one begins.
    if (loads.get(query) === load && !load.next) loads.delete(query)
  }
  const load: Load = { done: loading.then(end, end) }
  loads.set(query, load)
  return load
}
