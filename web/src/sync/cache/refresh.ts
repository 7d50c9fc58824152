import { ApiError } from '@daymark/client'
import type { Query, QueryClient } from '@tanstack/react-query'

/**
 * Reloads visible lists and marks lists in the background as stale. Resolves when requests that started after this call
 * have ended for all visible lists. Does not wait for requests that are paused while offline.
 */
export async function refresh(
  queries: QueryClient,
  isMeant: (query: Query) => boolean = () => true,
): Promise<void> {
  await Promise.all(queries.getQueryCache().findAll({ predicate: isMeant }).map(reloaded))
}

/** Like `refresh`, but resolves only when no visible list shows an older state any more. */
export async function refreshUntilShown(
  queries: QueryClient,
  isMeant: (query: Query) => boolean = () => true,
): Promise<void> {
  const meant = queries.getQueryCache().findAll({ predicate: isMeant })
  await refresh(queries, query => meant.includes(query))
  await Promise.all(meant.map(query => untilShown(queries, query)))
}

const AGAIN_MS = 2_000
const LATEST_AGAIN_MS = 60_000

/** Reloads an old list again and again, because it can fail while the live connection stays open. */
async function untilShown(queries: QueryClient, query: Query): Promise<void> {
  for (let wait = AGAIN_MS; isOld(query); wait = Math.min(wait * 2, LATEST_AGAIN_MS)) {
    const { promise, resolve } = Promise.withResolvers<'removed' | 'shown' | 'late'>()
    const timer = setTimeout(resolve, wait, 'late')
    const stop = queries.getQueryCache().subscribe(event => {
      if (event.query !== query) return
      if (event.type === 'removed') resolve('removed')
      else if (!isOld(query)) resolve('shown')
    })
    const outcome = await promise
    clearTimeout(timer)
    stop()
    if (outcome !== 'late') return
    if (query.state.fetchStatus === 'idle') await reloaded(query)
  }
}

/** True for a visible list that could not be reloaded. Whatever the server has refused is not old. */
function isOld(query: Query): boolean {
  const { fetchStatus, error } = query.state
  const isRefused = error instanceof ApiError && error.status < 500 && error.status !== 429
  return query.isActive() && (fetchStatus === 'paused' || (error !== null && !isRefused))
}

interface Load {
  done: Promise<void>
  /** The next load, which covers changes that arrive while this one is running. */
  next?: Promise<void>
}

const loads = new WeakMap<Query, Load>()

/**
 * A running load may return data older than the change, so one more load follows it. More changes in the meantime do
 * not add loads.
 */
function reloaded(query: Query): Promise<void> {
  query.invalidate()
  const load = loads.get(query) ?? runningLoad(query)
  if (!load) return start(query)
  load.next ??= follow(query, load)
  return load.next
}

/** Finds a load that was started elsewhere, for example by opening a page. */
function runningLoad(query: Query): Load | undefined {
  if (query.state.fetchStatus !== 'fetching' || !query.promise) return undefined
  return begun(query, query.promise)
}

/** Limits the pause, because a load can take hours if the computer sleeps. */
const MOST_PAUSE_MS = 2_000

async function follow(query: Query, load: Load): Promise<void> {
  const from = performance.now()
  await load.done
  // The response has marked the list as up to date.
  query.invalidate()
  // Pauses for as long as it waited for the load, so that constant changes do not overload the server and the page.
  await pause(Math.min(performance.now() - from, MOST_PAUSE_MS))
  // A load started in the meantime, for example by opening a page, may be older than the change.
  await untilLoaded(query)
  if (loads.get(query) === load) loads.delete(query)
  return start(query)
}

/** Waits for each promise only once, because a list removed during a load, as at sign-out, stays `fetching` forever. */
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
  // A paused load starts when the connection is back, so its response is newer than the change.
  if (query.state.fetchStatus === 'paused') loading.catch(() => {})
  else await begun(query, loading).done
}

function begun(query: Query, loading: Promise<unknown>): Load {
  const end = () => {
    // If another load follows, `follow` deletes this one from `loads`.
    if (loads.get(query) === load && !load.next) loads.delete(query)
  }
  const load: Load = { done: loading.then(end, end) }
  loads.set(query, load)
  return load
}
