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
  /** The next load, for changes that arrived while this load was running. */
  next?: Promise<void>
}

const loads = new WeakMap<Query, Load>()

/**
 * Reloads a list. If a load is running, its response may be older than the change, so one more load follows. However
 * many changes arrive meanwhile, only one load follows.
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

/** Limits the pause after a load, because a load can take hours if the computer sleeps. */
const MOST_PAUSE_MS = 2_000

async function follow(query: Query, load: Load): Promise<void> {
  const from = performance.now()
  await load.done
  // Marks the list as stale again, because the response has marked it as up to date.
  query.invalidate()
  // Pauses as long as the load took, so that constant changes do not overload the server and the page.
  await pause(Math.min(performance.now() - from, MOST_PAUSE_MS))
  // A load that began meanwhile, for example because a page was opened, may be older than the change.
  await untilLoaded(query)
  if (loads.get(query) === load) loads.delete(query)
  return start(query)
}

/**
 * Waits for each promise only once, because a list that was removed while it was loading, for example at a sign-out,
 * stays in the state "fetching" forever.
 */
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
  // A paused load begins when the connection is back, so its response is newer than the change.
  if (query.state.fetchStatus === 'paused') loading.catch(() => {})
  else await begun(query, loading).done
}

function begun(query: Query, loading: Promise<unknown>): Load {
  const end = () => {
    // A load with a successor stays until the successor begins.
    if (loads.get(query) === load && !load.next) loads.delete(query)
  }
  const load: Load = { done: loading.then(end, end) }
  loads.set(query, load)
  return load
}
