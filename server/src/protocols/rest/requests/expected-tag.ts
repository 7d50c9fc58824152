// Finds out before a query runs what its ETag will be, so that an unchanged list is a 304 without a query.
import type { Route } from '@daymark/contract/route'
import type { FastifyRequest } from 'fastify'
import { totalsStore } from '../../../platform/changes/totals-store.ts'
import { listTag } from './conditional.ts'

/**
 * Returns the ETag of a list or report of the caller's own items; undefined for any other response. The ETag of a single
 * item is its version. Call this before the items are read, so that the tag is not newer than the items.
 */
export async function expectedTag(
  route: Route,
  { session, server }: FastifyRequest,
  search: URLSearchParams,
): Promise<string | undefined> {
  if (!session || !isRead(route) || route.versioned !== true || !hasOnlyOwnItems(search)) return undefined
  return listTag(await server.writeContext.storage.read(db => totalsStore(db).currentSeq(session.actor.id)))
}

const isRead = (route: Route): boolean => route.method === 'GET' || route.reads === true

function hasOnlyOwnItems(search: URLSearchParams): boolean {
  if ((search.getAll('scope').at(-1) ?? 'mine') !== 'mine') return false
  // Totals grow while a timer is running, and changes to subscriptions are not in the change log.
  return !search.has('include_totals') && !search.has('include_subscriptions')
}
