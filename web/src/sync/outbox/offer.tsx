// After a new sign-in, asks before sending changes that were left from the last session.
import type { EntryStorage, OutboxEntry } from '@daymark/client'
import { useEffect, useState } from 'react'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { useTexts } from '../../session/language.tsx'
import { storage } from '../../session/storage/browser-storage.ts'
import { lastSession } from '../../session/storage/last-session.ts'
import { syncTexts } from '../texts.ts'
import { EntryWords } from './entry-words.tsx'

const KEY = 'daymark.outbox-session'

export interface OfferState {
  /** True if the outbox may be opened: no changes are left over, or the user has decided about them. */
  isSettled: boolean
  waiting: readonly OutboxEntry[]
  send: () => void
  discard: () => void
}

/** After a reload, unsent changes are sent automatically. In a new session, the user is asked first. */
export function useOffer(account: string, entries: EntryStorage): OfferState {
  const [settledFor, setSettledFor] = useState<string>()
  const [waiting, setWaiting] = useState<readonly OutboxEntry[]>([])
  const session = lastSession()?.id ?? ''
  useEffect(() => {
    let isOver = false
    const settle = () => {
      if (isOver) return
      storage.setItem(KEY, session)
      setWaiting([])
      setSettledFor(account)
    }
    if (storage.getItem(KEY) === session) settle()
    else
      entries
        .load(account)
        .then(found => (found.length === 0 ? settle() : !isOver && setWaiting(found)), settle)
    return () => {
      isOver = true
    }
  }, [account, session, entries])
  const settle = () => {
    storage.setItem(KEY, session)
    setWaiting([])
    setSettledFor(account)
  }
  return {
    isSettled: settledFor === account,
    waiting,
    send: settle,
    discard: () => void Promise.allSettled(waiting.map(({ key }) => entries.remove(key))).then(settle),
  }
}

export function Offer({ waiting, send, discard }: OfferState) {
  const t = useTexts(syncTexts)
  return (
    <Dialog title={t.offerTitle} onClose={send}>
      <p>{t.offerHint(waiting.length)}</p>
      <ul className="plain-list">
        {waiting.map(entry => (
          <li key={entry.key} className="row item">
            <EntryWords entry={entry} />
          </li>
        ))}
      </ul>
      <div className="row dialog-foot">
        <Button kind="danger" onClick={discard}>
          {t.offerDiscard}
        </Button>
        <Button kind="primary" onClick={send}>
          {t.offerSend}
        </Button>
      </div>
    </Dialog>
  )
}
