// A batch is a set of changes that are undone together.
import type { LiveConnection, Write } from '@daymark/client'
import { call } from '@daymark/client/call'
import { nextCursor } from '@daymark/client/pages'
import type { HistoryItem } from '@daymark/contract/history'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { messageOf } from '../design/message.ts'
import { useToast } from '../design/toast.tsx'
import { useSession } from '../session/provider.tsx'
import { timezone } from '../session/storage/preferences.ts'
import { useOutboxEntries } from '../sync/context.ts'
import { useAnswer } from '../sync/use-write.ts'

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

/** True while a batch, or without an id the whole trash, is being changed. */
export function useIsChanging(batchId?: string): boolean {
  return useOutboxEntries().some(
    ({ state, operation, params }) =>
      (state === 'waiting' || state === 'sending') &&
      (batchId === undefined ? operation === 'DELETE /v1/trash' : params['batch_id'] === batchId),
  )
}

/** Runs an operation on a batch, shows the result, and reloads all data, because the batch may affect any of it. */
export function useBatchChange() {
  const answer = useAnswer()
  const queries = useQueryClient()
  const toast = useToast()
  return useCallback(
    async (run: (live: LiveConnection) => Write<unknown>, done: string): Promise<void> => {
      try {
        await answer(run)
        toast(done)
      } catch (error) {
        toast(messageOf(error))
      }
      void queries.invalidateQueries()
    },
    [answer, queries, toast],
  )
}

/**
 * Undoes all undoable batches that match the filter, newest first. The toast says how many were undone, and how many
 * could no longer be undone.
 */
export function useUndoAll(filter: HistoryFilter) {
  const { connection } = useSession()
  const queries = useQueryClient()
  const toast = useToast()
  return useCallback(
    async (done: (undone: number, kept: number) => string): Promise<void> => {
      let [undone, kept] = [0, 0]
      try {
        for (let cursor: string | undefined, isLast = false; !isLast; ) {
          const query = { ...filter, timezone: timezone(), limit: PAGE_SIZE, cursor }
          const { data, response } = await call(connection, { method: 'GET', path: '/v1/history' }, { query })
          for (const { batch_id } of (data as HistoryItem[]).filter(item => item.undoable)) {
            const path = `/v1/history/${batch_id}/undo`
            const isUndone = await call(connection, { method: 'POST', path }, {}).then(() => true, isConflict)
            if (isUndone) undone++
            else kept++
          }
          cursor = nextCursor(response.headers.get('link'))
          isLast = cursor === undefined
        }
        toast(done(undone, kept))
      } catch (error) {
        toast(messageOf(error))
      }
      void queries.invalidateQueries()
    },
    [connection, filter, queries, toast],
  )
}

/** False for a change that can no longer be undone. Rethrows all other errors. */
function isConflict(error: unknown): false {
  if ((error as { status?: unknown }).status === 409) return false
  throw error
}
