// The filters of a search, and the kinds of items that can match them.
import { SEARCH_KINDS, type SearchKind, type SearchStatus } from '@daymark/contract/search/search'
import type { ScopeChoice } from '../visibility/policy.ts'

/** Both ends are included. Dates are midnights in UTC. */
export interface Period {
  from?: { at: number; date: number } | undefined
  to?: { at: number; date: number } | undefined
}

export interface Filter extends ScopeChoice {
  kinds: readonly SearchKind[]
  tag_ids: readonly string[]
  status: readonly SearchStatus[]
  period: Period
}

const TAGGED: readonly SearchKind[] = ['todo', 'schedule', 'timer']
const WITH_STATUS: readonly SearchKind[] = ['todo', 'schedule', 'timer']
const DATED: readonly SearchKind[] = ['todo', 'schedule', 'timer', 'meeting']
/** Tags and friends are never shared by others. */
const SHARED: readonly SearchKind[] = ['todo', 'schedule', 'timer', 'meeting']

/** Returns the kinds of items that can match the filters. */
export const kindsIn = ({ kinds, tag_ids, status, period, scope }: Filter): SearchKind[] =>
  SEARCH_KINDS.filter(
    kind =>
      (kinds.length === 0 || kinds.includes(kind)) &&
      (tag_ids.length === 0 || TAGGED.includes(kind)) &&
      (status.length === 0 || WITH_STATUS.includes(kind)) &&
      ((period.from === undefined && period.to === undefined) || DATED.includes(kind)) &&
      (scope !== 'shared' || SHARED.includes(kind)),
  )
