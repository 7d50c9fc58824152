// If a time range has too many items, omits some of other people's items. If the viewer's own items alone are too many,
// returns no items at all.

import {
  type Candidate,
  inOrder,
  inScope,
  pageSteps,
  type RangeItem,
  type RangeRequest,
  type ReadBudget,
} from './range.ts'

export interface FairRange {
  items: RangeItem[]
  /** True if the viewer's own items alone exceed the limit. */
  too_much: boolean
  /** False if any items were omitted. */
  is_complete: boolean
}

/**
 * Returns the items of a range. `candidates` must meet the conditions of `pageOf` for each request that `ownSeparately`
 * returns.
 */
export function* fairRange(
  candidates: readonly Candidate[],
  viewerId: string,
  request: RangeRequest,
  most: number,
  budget?: ReadBudget,
): Generator<undefined, FairRange> {
  const { items, next, left_out } = yield* pageSteps(candidates, viewerId, request, most, undefined, budget)
  if (!next) return { items, too_much: false, is_complete: !left_out }
  if (request.scope === 'mine') return { items: [], too_much: true, is_complete: false }
  const own =
    request.scope === 'all'
      ? yield* fairRange(candidates, viewerId, { ...request, scope: 'mine' }, most, budget)
      : NONE
  if (own.too_much) return own
  const shared: RangeRequest = { ...request, scope: 'shared' }
  const theirs = yield* equalShares(candidates, viewerId, shared, most - own.items.length, budget)
  return { items: [...own.items, ...theirs].sort(inOrder), too_much: false, is_complete: false }
}

const NONE: FairRange = { items: [], too_much: false, is_complete: true }

/** Limits every owner except the viewer to an equal share of the items, so that nobody can fill the response. */
function* equalShares(
  candidates: readonly Candidate[],
  viewerId: string,
  request: RangeRequest,
  most: number,
  budget: ReadBudget | undefined,
): Generator<undefined, RangeItem[]> {
  if (most === 0) return []
  const owners = new Set(
    candidates.filter(each => inScope(each, viewerId, request)).map(each => each.owner_id),
  )
  const share = Math.max(1, Math.floor(most / owners.size))
  const most_per_owner = Math.min(share, request.most_per_owner ?? share)
  const page = yield* pageSteps(candidates, viewerId, { ...request, most_per_owner }, most, undefined, budget)
  return page.items
}
