import type { SearchHit } from '@daymark/contract/search/search'
import { SEARCH_KINDS, type SearchKind } from '@daymark/contract/search/search-kinds'
import { useEffect, useMemo, useState } from 'react'
import { useClient } from '../session/provider.tsx'
import { useIsOnline } from '../sync/context.ts'
import { IDLE, type SearchState, searcher } from './searcher.ts'

export interface Filters {
  kinds: readonly SearchKind[]
  scope?: 'mine' | 'shared' | undefined
  progress?: 'open' | 'done' | undefined
  tagId?: string | undefined
}

const STATUSES = {
  open: ['UNSCHEDULED', 'SCHEDULED', 'PLANNED', 'IN_PROGRESS', 'RUNNING', 'PAUSED'],
  done: ['DONE', 'COMPLETED'],
} as const

const MOST = 30

export type ShownState = SearchState['status'] | 'offline'

export function useSearch(text: string, filters: Filters) {
  const client = useClient()
  const isOnline = useIsOnline()
  const [state, setState] = useState<SearchState>(IDLE)
  const searching = useMemo(() => searcher({ onState: setState }), [])
  useEffect(() => () => searching.stop(), [searching])
  const q = text.trim()
  useEffect(() => {
    const { kinds, scope, progress, tagId } = filters
    const query = {
      q,
      limit: MOST,
      ...(kinds.length > 0 && kinds.length < SEARCH_KINDS.length && { kinds: [...kinds] }),
      ...(scope && { scope }),
      ...(progress && { status: [...STATUSES[progress]] }),
      ...(tagId !== undefined && { tag_ids: [tagId] }),
    }
    searching.ask(q === '' || !isOnline ? undefined : signal => client.search.find({ query, signal }))
  }, [client, searching, q, filters, isOnline])
  const status: ShownState = q !== '' && !isOnline ? 'offline' : state.status
  const hits: readonly SearchHit[] = q === '' || !isOnline ? [] : state.hits
  return { status, hits }
}
