import { type EntryStorage, indexedDbStorage } from '@daymark/client'
import type { IdbFactory } from '@daymark/client/outbox/indexed-db'
import type { BulkResult } from '@daymark/contract/planning/bulk'
import { useIsRestoring, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { Boundary } from '../design/boundary.tsx'
import { messageOf } from '../design/message.ts'
import { late } from '../design/rendering/late.tsx'
import { useToast } from '../design/toast.tsx'
import { beforeSignOut } from '../session/before-sign-out.ts'
import { currentLanguage, useTexts } from '../session/language.tsx'
import { useSession } from '../session/provider.tsx'
import { databases } from '../session/storage/browser-storage.ts'
import { setCachePosition } from '../session/storage/persisted-cache.ts'
import { timezone } from '../session/storage/preferences.ts'
import { SyncContext } from './context.ts'
import { drained } from './drained.ts'
import { opening } from './opening.ts'
import { sendOnLeave } from './outbox/leave.ts'
import { useOffer } from './outbox/use-offer.ts'
import { positionAtStart, storePosition } from './position.ts'
import { openSync, type Sync } from './sync.ts'
import { syncTexts } from './texts.ts'

/** Without IndexedDB, every storage call fails, so the outbox works in memory and reports unsaved changes. */
function openOutbox(): EntryStorage {
  const factory = databases()
  if (factory) return indexedDbStorage('daymark-outbox', factory as IdbFactory)
  const refuse = () => Promise.reject(new Error(syncTexts[currentLanguage()].noStorage))
  return { load: refuse, save: refuse, remove: refuse }
}

const outboxStorage = openOutbox()

/** Removes what was sent in the last minute, because nothing of it may stay on a shared computer. */
async function forgetAccepted(account: string): Promise<void> {
  const stored = await outboxStorage.load(account).catch(() => [])
  await Promise.allSettled(
    stored.filter(({ state }) => state === 'sent').map(({ key }) => outboxStorage.remove(key)),
  )
}

const Offer = late(() => import('./outbox/offer.tsx'))

/** The boundaries keep errors in `Connect` and `Offer` from crashing the pages. */
export function Live({ children }: { children: ReactNode }) {
  const [opens] = useState(opening)
  const { account } = useSession()
  const offer = useOffer(account, outboxStorage)
  const isRestoring = useIsRestoring()
  const { notOpened } = useTexts(syncTexts)
  const onFailed = useCallback(() => opens.fail(new Error(notOpened)), [opens, notOpened])
  return (
    <SyncContext value={opens}>
      <Boundary fallback={null} onFailed={onFailed}>
        {offer.isSettled && !isRestoring ? <Connect onSync={opens.set} /> : null}
      </Boundary>
      {children}
      <Boundary fallback={null} onFailed={onFailed}>
        {offer.waiting.length > 0 ? <Offer {...offer} onFailed={onFailed} /> : null}
      </Boundary>
    </SyncContext>
  )
}

function Connect({ onSync }: { onSync: (sync: Sync | undefined) => void }) {
  const { client, connection, account } = useSession()
  const queries = useQueryClient()
  const toast = useToast()
  // A ref, so that a language change does not reopen the connection.
  const t = useRef(useTexts(syncTexts))
  t.current = useTexts(syncTexts)
  useEffect(() => {
    const since = positionAtStart(account)
    const live = client.connect({
      account,
      storage: outboxStorage,
      timezone: timezone(),
      store: false,
      since,
    })
    const sync = openSync(live, client, queries)
    setCachePosition(since)
    const stops = [
      beforeSignOut(async () => {
        await drained(live)
        await forgetAccepted(account)
      }),
      live.on('position', seq => storePosition(account, seq)),
      // Reports a refused change, or items that a bulk change skipped. The page has already reverted them.
      live.outbox.on('settled', ({ entry, outcome }) => {
        const detail = 'error' in outcome ? outcome.error.detail : leftOut(outcome.data)[0]?.detail
        if (detail === undefined || sync.shownInForm.has(entry.key)) return
        import('./outbox/panel.tsx')
          .then(({ refusal }) => refusal(entry, outcome, { t: t.current, client, queries }))
          .then(
            words => toast(...words),
            () => toast(t.current.refused(messageOf(detail))),
          )
      }),
    ]
    const leave = () => sendOnLeave(connection, live.outbox.entries)
    addEventListener('pagehide', leave)
    onSync(sync)
    return () => {
      removeEventListener('pagehide', leave)
      for (const stop of stops) stop()
      sync.close()
      // Also when the session was ended elsewhere.
      void live.outbox.flushed().then(() => forgetAccepted(account))
      onSync(undefined)
    }
  }, [client, connection, account, queries, onSync, toast])
  return null
}

/** The items that a bulk change skipped. */
const leftOut = (data: unknown) => (data as Partial<BulkResult> | null | undefined)?.failed ?? []
