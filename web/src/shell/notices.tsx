// How fresh the page is: without a connection, or when something could not be read again, one sees the last known state.
import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { Button } from '../design/button.tsx'
import { Icon } from '../design/icon.tsx'
import { useTexts } from '../session/language.tsx'
import { staleOf } from './stale.ts'
import { shellTexts } from './texts.ts'

/** Beside the page and not in it: nothing moves when a notice comes or goes. */
export const Notices = () => (
  <div className="notices" role="status">
    <Offline />
    <Slow />
    <Stale />
  </div>
)

function Offline() {
  const t = useTexts(shellTexts)
  return useIsOnline() ? null : (
    <div className="notice offline-banner">
      <Icon name="offline" /> {t.offline}
    </div>
  )
}

const LONG_MS = 4000

/** A skeleton alone does not say whether anybody works on it. */
function Slow() {
  const t = useTexts(shellTexts)
  const isWaiting = useIsFetching({ predicate: query => query.state.data === undefined }) > 0
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setLong(true), LONG_MS)
    return () => {
      clearTimeout(timer)
      setLong(false)
    }
  }, [isWaiting])
  return isLong ? <div className="notice">{t.slow}</div> : null
}

function Stale() {
  const t = useTexts(shellTexts)
  const isOnline = useIsOnline()
  const queries = useQueryClient()
  const cache = queries.getQueryCache()
  const subscribe = useCallback((notify: () => void) => cache.subscribe(notify), [cache])
  // A text, because it must be equal as long as nothing has changed.
  const failed = useSyncExternalStore(subscribe, () => staleOf(cache.getAll()).join('\n'))
  const hashes = useMemo(() => new Set(failed.split('\n').filter(Boolean)), [failed])
  if (!isOnline || hashes.size === 0) return null
  const again = () => void queries.refetchQueries({ predicate: query => hashes.has(query.queryHash) })
  return (
    <div className="notice stale-notice">
      <span className="grow">{t.stale}</span>
      <Button onClick={again}>{t.again}</Button>
    </div>
  )
}

const useIsOnline = (): boolean => useSyncExternalStore(onConnectionChange, () => navigator.onLine)

function onConnectionChange(notify: () => void): () => void {
  addEventListener('online', notify)
  addEventListener('offline', notify)
  return () => {
    removeEventListener('online', notify)
    removeEventListener('offline', notify)
  }
}
