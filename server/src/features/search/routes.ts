import type { SearchQuery, searchRoutes } from '@daymark/contract/search/search'
import { invalid } from '../../platform/kernel/errors.ts'
import { mapPage } from '../../platform/kernel/page.ts'
import type { Handlers } from '../../platform/kernel/route-handlers.ts'
import type { Session } from '../../platform/kernel/session.ts'
import { resolveBound, resolveInclusiveEnd, type Zone } from '../../platform/kernel/time/zone.ts'
import { dateAt } from '../planning/schedules/all-day/dates.ts'
import type { Filter } from './filter.ts'
import { presentHit } from './present.ts'
import type { SearchService } from './service.ts'

export const searchHandlers = (search: SearchService): Handlers<typeof searchRoutes> => ({
  find: {
    // Loads the whole page at once, because the default limit is smaller than that of other lists.
    lazily: async ({ actor, session, query, zone, header, isAbandoned }) => {
      const asking = { client: clientOf(session, header('user-agent')), isAbandoned }
      const found = await search.find(actor, query.q, filterOf(query, zone), query, asking)
      const { items, ...page } = mapPage(found, hit => presentHit(hit, actor.id, zone))
      return { ...page, parts: [{ rows: items.length, load: async () => items }] }
    },
  },
})

/** Tokens of an external issuer name no session, so that apps are told apart by their names. */
const clientOf = (
  { actor, session_id, token_id, device_id, access_id }: Session,
  userAgent: string | undefined,
): string => `${actor.id} ${session_id ?? token_id ?? device_id ?? access_id ?? userAgent}`

function filterOf(query: SearchQuery, zone: Zone): Filter {
  const { kinds = [], scope = 'all', tag_ids = [], status = [], start_date, end_date } = query
  const from = start_date === undefined ? undefined : resolveBound(start_date, zone, 'start_date')
  const to = end_date === undefined ? undefined : resolveInclusiveEnd(end_date, zone, 'end_date')
  if (from !== undefined && to !== undefined && to < from)
    throw invalid('end_date', 'must not be before start_date')
  const bound = (at: number | undefined) => (at === undefined ? undefined : { at, date: dateAt(at, zone) })
  return {
    kinds,
    scope,
    // Includes strangers' public items only if the request asks for shared items alone.
    public_from: scope === 'shared' ? 'anyone' : 'friends',
    tag_ids,
    status,
    period: { from: bound(from), to: bound(to) },
  }
}
