// Finds out before a query runs what its response will be: the ETag, and the response itself if it is cached.
import type { Route } from '@daymark/contract/route'
import type { FastifyRequest } from 'fastify'
import { totalsStore } from '../../../platform/changes/totals-store.ts'
import type { Session } from '../../../platform/kernel/session.ts'
import { listTag } from './conditional.ts'
import type { CachedResponse, ResponseCache } from './response-cache.ts'

declare module 'fastify' {
  interface FastifyInstance {
    responseCache: ResponseCache
  }
}

export interface Expected {
  /** The ETag of a list or report of the caller's own items. The ETag of a single item is its version. */
  readonly tag?: string | undefined
  readonly cached?: CachedResponse | undefined
  /** Call this with a response that changes only when the caller's change log changes. */
  cache(make: () => CachedResponse): void
}

const NOTHING: Expected = { cache: () => {} }

/** Call this before the items are read, so that neither tag nor position is newer than the items. */
export async function expectedOf(
  route: Route,
  request: FastifyRequest,
  session: Session | undefined,
  search: URLSearchParams,
): Promise<Expected> {
  if (!session || !isRead(route)) return NOTHING
  const { responseCache, writeContext } = request.server
  const key = keyOf(request, session)
  const isTagged = route.versioned === true && hasOnlyOwnItems(search)
  const looksUp = isTagged || responseCache.knows(key)
  const found = looksUp
    ? await writeContext.storage.read(db => totalsStore(db).position(session.actor.id))
    : undefined
  const position = found && `${found.seq} ${found.created_at}`
  return {
    tag: isTagged && found ? listTag(found.seq) : undefined,
    cached: position === undefined ? undefined : responseCache.find(key, position),
    cache: make => responseCache.note(key, position, make),
  }
}

const isRead = (route: Route): boolean => route.method === 'GET' || route.reads === true

/** Contains everything that a response depends on besides the caller's items. */
const keyOf = ({ url, body }: FastifyRequest, { actor, scopes = [] }: Session): string =>
  `${actor.id} ${scopes.join()} ${url} ${body === undefined ? '' : JSON.stringify(body)}`

function hasOnlyOwnItems(search: URLSearchParams): boolean {
  if ((search.getAll('scope').at(-1) ?? 'mine') !== 'mine') return false
  // Totals grow while a timer is running, and changes to subscriptions are not in the change log.
  return !search.has('include_totals') && !search.has('include_subscriptions')
}
