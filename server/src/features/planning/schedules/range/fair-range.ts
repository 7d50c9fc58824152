// Everything in a range as one answer. If there is too much, items of others are left out and the viewer's own stay.

import type { ScheduleView } from '../schedule.ts'
import { type Candidate, inOrder, inScope, pageOf, type RangeRequest } from './range.ts'

export interface FairRange {
  items: ScheduleView[]
  /** The viewer's own items alone exceed one answer. */
  too_much: boolean
  /** False if items of others are missing. */
  is_complete: boolean
}

/** Candidates as for `pageOf`, read with the viewer's own items separately. */
export function fairRange(
  candidates: readonly Candidate[],
  viewerId: string,
  request: RangeRequest,
  most: number,
): FairRange {
  const { items, next, left_out } = pageOf(candidates, viewerId, request, most)
  if (!next) return { items, too_much: false, is_complete: !left_out }
  if (request.scope === 'mine') return { items: [], too_much: true, is_complete: false }
  const own =
    request.scope === 'all' ? fairRange(candidates, viewerId, { ...request, scope: 'mine' }, most) : NONE
  if (own.too_much) return own
  const shared: RangeRequest = { ...request, scope: 'shared' }
  const theirs = equalShares(candidates, viewerId, shared, most - own.items.length)
  return { items: [...own.items, ...theirs].sort(inOrder), too_much: false, is_complete: false }
}

const NONE: FairRange = { items: [], too_much: false, is_complete: true }

/** Each other owner gets an equal share, so that nobody can use up the answer. */
function equalShares(
  candidates: readonly Candidate[],
  viewerId: string,
  request: RangeRequest,
  room: number,
): ScheduleView[] {
  if (room === 0) return []
  const owners = new Set(
    candidates.filter(each => inScope(each, viewerId, request)).map(each => each.owner_id),
  )
  const share = Math.max(1, Math.floor(room / owners.size))
  const most_per_owner = Math.min(share, request.most_per_owner ?? share)
  return pageOf(candidates, viewerId, { ...request, most_per_owner }, room).items
}
