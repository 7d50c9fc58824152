import { SCHEDULE_STATES } from '@daymark/contract/constants'
import { TODO_STATUSES } from '@daymark/contract/planning/todo'
import { SEARCH_KINDS, type SearchKind, type SearchStatus } from '@daymark/contract/search/search'
import { TIMER_STATUSES } from '@daymark/contract/timers/timer'
import type { ScopeChoice } from '../visibility/policy.ts'

/** Both ends are inclusive. Dates are midnight UTC. */
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
const STATUSES: Partial<Record<SearchKind, readonly string[]>> = {
  todo: TODO_STATUSES,
  schedule: SCHEDULE_STATES,
  timer: TIMER_STATUSES,
}
const DATED: readonly SearchKind[] = ['todo', 'schedule', 'timer', 'meeting']
const SHARED: readonly SearchKind[] = ['todo', 'schedule', 'timer', 'meeting']

export const kindsIn = ({ kinds, tag_ids, status, period, scope }: Filter): SearchKind[] =>
  SEARCH_KINDS.filter(
    kind =>
      (kinds.length === 0 || kinds.includes(kind)) &&
      (tag_ids.length === 0 || TAGGED.includes(kind)) &&
      (status.length === 0 || status.some(each => STATUSES[kind]?.includes(each))) &&
      ((period.from === undefined && period.to === undefined) || DATED.includes(kind)) &&
      (scope !== 'shared' || SHARED.includes(kind)),
  )
