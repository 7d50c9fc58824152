// Sends one change for many items, shows one toast with "Undo", and names the items that were refused.
import type { LiveConnection, Write } from '@daymark/client'
import { MAX_BULK_ITEMS } from '@daymark/contract/constants'
import type { BulkResult } from '@daymark/contract/planning/bulk'
import { useCallback } from 'react'
import { useToast } from '../design/toast.tsx'
import { useTexts } from '../session/language.tsx'
import { useAction } from '../sync/use-write.ts'
import { selectionTexts } from './texts.ts'

export interface BulkItem {
  id: string
  title: string | null
  /** For an occurrence of a series: its original start. `id` is then the series. */
  instance_start?: string
}

type Send = (live: LiveConnection, items: readonly BulkItem[]) => Write<BulkResult>

/** The maximum number of refused items that the toast names. */
const MOST_NAMED = 3

export function useBulk(): (items: readonly BulkItem[], send: Send, said: string) => void {
  const t = useTexts(selectionTexts)
  const act = useAction()
  const toast = useToast()
  return useCallback(
    (items, send, said) => {
      const writes: Write<BulkResult>[] = []
      act(live => {
        for (let at = 0; at < items.length; at += MAX_BULK_ITEMS)
          writes.push(send(live, items.slice(at, at + MAX_BULK_ITEMS)))
        return writes
      }, said)
      for (const { done } of writes)
        done.then(
          ({ failed }) =>
            failed.length > 0 &&
            toast(refusal(items, failed, t), { name: t.dismiss, run: () => {}, stays: true }),
          // The list of changes shows requests that were refused as a whole.
          () => {},
        )
    },
    [act, toast, t],
  )
}

function refusal(
  items: readonly BulkItem[],
  failed: BulkResult['failed'],
  t: (typeof selectionTexts)['en'],
): string {
  const named = failed.slice(0, MOST_NAMED).map(({ id, instance_start, detail }) => {
    const item = items.find(each => each.id === id && each.instance_start === instance_start)
    return t.reason(item?.title ?? t.untitled, detail)
  })
  const more = failed.length - named.length
  return [t.refused(failed.length), ...named, ...(more > 0 ? [t.more(more)] : [])].join(' ')
}
