// Sends one change for many items and shows a single toast with "Undo". `live.tsx` reports items that the server
// rejected.
import type { LiveConnection, Write } from '@daymark/client'
import { MAX_BULK_ITEMS } from '@daymark/contract/constants'
import type { BulkResult } from '@daymark/contract/planning/bulk'
import { useCallback } from 'react'
import { useAction } from '../sync/use-write.ts'

export interface BulkItem {
  id: string
  /** Only for an occurrence of a series: its original start. `id` is then the id of the series. */
  instance_start?: string
}

type Send = (live: LiveConnection, items: readonly BulkItem[]) => Write<BulkResult>

export function useBulk(): (items: readonly BulkItem[], send: Send, said: string) => void {
  const act = useAction()
  return useCallback(
    (items, send, said) =>
      act(live => {
        const writes: Write<BulkResult>[] = []
        for (let at = 0; at < items.length; at += MAX_BULK_ITEMS)
          writes.push(send(live, items.slice(at, at + MAX_BULK_ITEMS)))
        return writes
      }, said),
    [act],
  )
}
