import { ApiError, type Client, type Connection, connect, createClient } from '@daymark/client'
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import { finishWork } from './before-sign-out.ts'
import { chooseSource, type Source } from './flow/source.ts'
import { type Lifecycle, lifecycle } from './lifecycle.ts'
import { endPush, endPushOfOthers } from './push-subscription.ts'
import { isLeaving, patientFetch, RETRY } from './requests/connection.ts'
import type { ServerInfo } from './session.ts'
import { lastSession } from './storage/last-session.ts'
import { forgetData } from './storage/queries.tsx'
import { openTabs } from './tabs.ts'

interface SessionContext {
  state: 'signed-out' | 'signed-in'
  /** The user's id at the issuer. Local data is stored under it. */
  account: string
  info: ServerInfo
  source: Source
  client: Client
  /** The connection that `client` uses, for SDK functions that take one. */
  connection: Connection
  /** Call this after a successful sign-in. */
  signedIn: () => Promise<void>
  signOut: () => Promise<void>
}

const Context = createContext<SessionContext | undefined>(undefined)

export function useSession(): SessionContext {
  const session = useContext(Context)
  if (!session) throw new Error('useSession needs a SessionProvider above it.')
  return session
}

export const useClient = (): Client => useSession().client

interface Props {
  children: ReactNode
  fallback: ReactNode
  failed: (error: unknown) => ReactNode
}

interface Ready {
  info: ServerInfo
  source: Source
  session: Lifecycle
}

export function SessionProvider({ children, fallback, failed }: Props) {
  const [ready, setReady] = useState<Ready>()
  const [error, setError] = useState<unknown>()
  useEffect(
    () =>
      untilReached(found => {
        setError(undefined)
        setReady(found)
      }, setError),
    [],
  )
  if (error !== undefined) return failed(error)
  return ready ? <Session ready={ready}>{children}</Session> : fallback
}

function Session({ ready, children }: { ready: Ready; children: ReactNode }) {
  const { info, source, session } = ready
  const { state, account } = useSyncExternalStore(session.subscribe, session.snapshot)
  useEffect(() => {
    const stop = session.hear()
    const { check } = session
    addEventListener('pageshow', check)
    document.addEventListener('visibilitychange', check)
    return () => {
      stop()
      removeEventListener('pageshow', check)
      document.removeEventListener('visibilitychange', check)
    }
  }, [session])
  useEffect(() => {
    if (state === 'signed-in') endPushOfOthers(account).catch(() => {})
  }, [state, account])
  const { client, connection } = useMemo(() => {
    const options = { baseUrl: location.origin, token: session.token, fetch: patientFetch, retry: RETRY }
    return { client: createClient(options), connection: connect(options) }
  }, [session])
  const value = useMemo<SessionContext>(
    () => ({
      ...{ state, account, info, source, client, connection },
      signedIn: session.signedIn,
      signOut: session.signOut,
    }),
    [state, account, info, source, client, connection, session],
  )
  return <Context value={value}>{children}</Context>
}

const LOOK_AGAIN_MS = 5000

/** Retries until the session is restored or known to be signed out. Returns a function that stops the retries. */
function untilReached(found: (ready: Ready) => void, failed: (error: unknown) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false
  const attempt = async () => {
    try {
      const ready = await restored()
      if (!isStopped) found(ready)
    } catch (error) {
      if (isStopped) return
      failed(error)
      timer = setTimeout(() => void attempt(), LOOK_AGAIN_MS)
    }
  }
  void attempt()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

const tabs = openTabs()

async function readyWith(info: ServerInfo): Promise<Ready> {
  const source = await chooseSource(info)
  const session = lifecycle({ info, source, tabs, forgetData, flush: endWork, isLeaving })
  return { info, source, session }
}

/**
 * Ends the push subscription and finishes the work that needs the session. Does not wait for `endPush`, because a
 * browser without a push service may never answer.
 */
function endWork(): Promise<unknown> {
  void endPush().catch(() => {})
  return finishWork()
}

/**
 * Restores the session. While the server is unreachable, fails or limits requests, continues the last session if there
 * is one. Later responses of the server then decide whether that session is still valid.
 */
async function restored(): Promise<Ready> {
  try {
    const info = await createClient({
      baseUrl: location.origin,
      fetch: patientFetch,
      retry: RETRY,
    }).server.info()
    const ready = await readyWith(info)
    await ready.session.restore()
    return ready
  } catch (error) {
    const last = lastSession()
    const isRefused = error instanceof ApiError && error.status < 500 && error.status !== 429
    if (!last || isRefused) throw error
    const ready = await readyWith(last.info)
    ready.session.resumeOffline()
    return ready
  }
}
