import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { Button } from '../design/button.tsx'
import { Icon } from '../design/icon.tsx'
import { late } from '../design/rendering/late.tsx'
import { useTexts } from '../session/language.tsx'
import { limitedUntil, onLimit } from '../session/requests/rate-limit.ts'
import { useIsOnline, useRunningEntries, useSyncStatus } from '../sync/context.ts'
import { syncTexts } from '../sync/texts.ts'
import { staleOf } from './stale.ts'
import { shellTexts } from './texts.ts'

const Panel = late(() => import('../sync/outbox/panel.tsx'))
const Running = late(() => import('../sync/outbox/running.tsx'))

/** Rendered outside the page flow, so that the text of a page does not move when a notice appears. */
export const Notices = () => (
  <div className="notices" role="status" ref={publishHeight}>
    <Jobs />
    <Changes />
    <Waits />
  </div>
)

/** Sets `--notices` to the height of the notices, so that they cover neither toasts nor the end of a page. */
function publishHeight(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => {
    const height = element.offsetHeight
    style.setProperty('--notices', height > 0 ? `${height + GAP_PX}px` : '0px')
  })
  observer.observe(element)
  return () => {
    observer.disconnect()
    style.removeProperty('--notices')
  }
}

const GAP_PX = 10

function Jobs() {
  return useRunningEntries().length > 0 ? <Running /> : null
}

function Changes() {
  const t = useTexts(shellTexts)
  const words = useTexts(syncTexts)
  const { state, waiting, attention, unsaved } = useSyncStatus()
  const [isOpen, setOpen] = useState(false)
  const isOffline = state === 'offline'
  const notice =
    attention > 0
      ? words.attention(attention)
      : unsaved > 0
        ? words.unsaved
        : isOffline && waiting > 0
          ? words.offlineWaiting(waiting)
          : isOffline
            ? t.offline
            : undefined
  return (
    <>
      {notice === undefined ? null : (
        <div className={`notice ${attention > 0 ? 'bad' : 'offline-banner'}`}>
          <Icon name={attention > 0 ? 'bell' : 'offline'} /> <span className="grow">{notice}</span>
          {attention > 0 || waiting > 0 ? <Button onClick={() => setOpen(true)}>{words.show}</Button> : null}
        </div>
      )}
      {isOpen ? <Panel onClose={() => setOpen(false)} /> : null}
    </>
  )
}

/** Shorter waits need no notice. */
const SHORT_MS = 3000

/** The notice about the rate limit replaces those about slow and stale data, because the limit explains both. */
function Waits() {
  const seconds = useLimitSeconds()
  if (seconds > 0) return <Limited seconds={seconds} />
  return (
    <>
      <Slow />
      <Stale />
    </>
  )
}

/** Returns 0 if requests are allowed or the wait is too short for a notice. */
function useLimitSeconds(): number {
  const until = useSyncExternalStore(onLimit, limitedUntil)
  const [shown, setShown] = useState(0)
  useEffect(() => {
    if (until - Date.now() < SHORT_MS) return
    const tick = () => {
      const seconds = Math.max(0, Math.ceil((until - Date.now()) / 1000))
      setShown(seconds)
      if (seconds === 0) clearInterval(interval)
    }
    const interval = setInterval(tick, 1000)
    tick()
    return () => clearInterval(interval)
  }, [until])
  return shown
}

/** Screen readers announce the reason once, but not the changing seconds. */
function Limited({ seconds }: { seconds: number }) {
  const t = useTexts(shellTexts)
  return (
    <div className="notice limit-notice">
      <Icon name="timers" /> <span className="grow">{t.limited}</span>
      <span aria-hidden="true">{t.limitedFor(seconds)}</span>
    </div>
  )
}

const LONG_MS = 4000

/** Appears only after a while, when a skeleton alone no longer looks like progress. */
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
  // Joins the hashes into a string, because the snapshot must stay identical until something changes.
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
