import type { Window } from '@daymark/recurrence/occurrence'
import type { Db } from '../../../../platform/storage/unit-of-work.ts'
import type { Candidate, RangeRequest } from './range.ts'

/** Returns subscription entries that may overlap the window. */
export type ReadSubscribed = (db: Db, ownerId: string, window: Window) => Promise<Candidate[]>

/**
 * Reads the entries of the viewer's subscriptions, if a request includes them. Skips requests for other people's items,
 * because subscription entries belong to the viewer alone.
 */
export async function subscribedIn(
  read: ReadSubscribed | undefined,
  db: Db,
  viewerId: string,
  requests: readonly RangeRequest[],
): Promise<Candidate[]> {
  const wanting = requests.filter(each => each.include_subscriptions && each.scope !== 'shared')
  if (!read || wanting.length === 0) return []
  return read(db, viewerId, {
    from: Math.min(...wanting.map(({ window }) => window.from)),
    to: Math.max(...wanting.map(({ window }) => window.to)),
  })
}
