// Queries for the history and the trash, and actions to undo, restore and erase batches.
import { call } from '@daymark/client/call'
import { nextCursor } from '@daymark/client/pages'
import type { HistoryItem } from '@daymark/contract/history'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { messageOf } from '../design/message.ts'
import { useToast } from '../design/toast.tsx'
import { useSession } from '../session/provider.tsx'
import { timezone } from '../session/storage/preferences.ts'

export interface HistoryFilter {
  kind?: string
  via?: string
  resource_id?: string
  start_date?: string
  end_date?: string
}

interface HistoryPage {
  items: HistoryItem[]
  cursor: string | undefined
}

const PAGE_SIZE = 50

export function useBatches(list: 'history' | 'trash', filter: HistoryFilter = {}) {
  const { connection } = useSession()
  return useInfiniteQuery({
    queryKey: ['history', list, filter, timezone()],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }): Promise<HistoryPage> => {
      const query = { ...filter, timezone: timezone(), limit: PAGE_SIZE, cursor: pageParam }
      const { data, response } = await call(
        connection,
        { method: 'GET', path: `/v1/${list}` },
        { query, signal },
      )
      return { items: data as HistoryItem[], cursor: nextCursor(response.headers.get('link')) }
    },
    getNextPageParam: page => page.cursor,
    staleTime: 0,
  })
}

/** Runs an operation on a batch, shows the outcome and invalidates what it may have changed. */
export function useBatchChange() {
  const queries = useQueryClient()
  const toast = useToast()
  return useCallback(
    async (work: () => Promise<unknown>, done: string): Promise<boolean> => {
      try {
        await work()
        toast(done)
        return true
      } catch (error) {
        toast(messageOf(error))
        return false
      } finally {
        void queries.invalidateQueries()
      }
    },
    [queries, toast],
  )
}
