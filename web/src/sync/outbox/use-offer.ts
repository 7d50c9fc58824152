import { asDiscarded, type EntryStorage, isEnded, type OutboxEntry } from '@daymark/client'
import { useEffect, useState } from 'react'
import { storage } from '../../session/storage/browser-storage.ts'
import { lastSession } from '../../session/storage/last-session.ts'

const KEY = 'daymark.outbox-session'

export interface OfferState {
  /** True if the outbox may open. Unsent changes from an earlier session need the user's decision first. */
  isSettled: boolean
  waiting: readonly OutboxEntry[]
  send: () => void
  discard: () => void
}

/** Unsent changes are sent automatically after a reload, but only with the user's consent in a new session. */
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
        .then(found => found.filter(entry => !isEnded(entry)))
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
    discard: () =>
      void Promise.allSettled(waiting.map(entry => entries.save(asDiscarded(entry)))).then(settle),
  }
}
