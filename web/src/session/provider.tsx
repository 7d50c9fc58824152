// Gives every page the session and a client that speaks for it.
import { ApiError, type Client, createClient } from '@daymark/client'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import { flushRemovals } from '../design/use-removal.ts'
import { patientFetch, RETRY } from './connection.ts'
import { forgetSession, lastSession, rememberSession } from './last-session.ts'
import { forgetData } from './queries.tsx'
import type { ServerInfo, SessionState } from './session.ts'
import { chooseSource, type Source } from './source.ts'

interface SessionContext {
  state: SessionState
  info: ServerInfo
  way: Source
  client: Client
  /** After a successful sign-in. */
  signedIn: () => void
  signOut: () => Promise<void>
}

const Context = createContext<SessionContext | undefined>(undefined)

export function useSession(): SessionContext {
  const session = useContext(Context)
  if (!session) throw new Error('useSession needs a SessionProvider above it.')
  return session
}

/** The typed API of the signed-in person. */
export const useClient = (): Client => useSession().client

interface Props {
  children: ReactNode
  fallback: ReactNode
  failed: (error: unknown) => ReactNode
}

export function SessionProvider({ children, fallback, failed }: Props) {
  const [ready, setReady] = useState<{ info: ServerInfo; way: Source }>()
  const [error, setError] = useState<unknown>()
  const [state, setState] = useState<SessionState>('loading')

  useEffect(
    () =>
      untilReached(({ state, ...found }) => {
        setState(state)
        setError(undefined)
        setReady(found)
      }, setError),
    [],
  )

  const info = ready?.info
  useEffect(() => {
    if (!info || state === 'loading') return
    if (state === 'signed-in') return rememberSession(info)
    forgetSession()
    forgetData()
  }, [info, state])

  const signOut = useCallback(async () => {
    await flushRemovals()
    await ready?.way.source.signOut()
    setState('signed-out')
  }, [ready])

  const value = useMemo<SessionContext | undefined>(() => {
    if (!ready) return undefined
    const token = async () => {
      const current = await ready.way.source.token()
      if (current === undefined) setState('signed-out')
      return current
    }
    const client = createClient({ baseUrl: location.origin, token, fetch: patientFetch, retry: RETRY })
    return { ...ready, state, client, signedIn: () => setState('signed-in'), signOut }
  }, [ready, state, signOut])

  if (error !== undefined) return failed(error)
  return value ? <Context value={value}>{children}</Context> : fallback
}

const LOOK_AGAIN_MS = 5000

/** Comes back by itself as soon as the server answers. Gives the way to stop. */
function untilReached(
  found: (session: Awaited<ReturnType<typeof restored>>) => void,
  failed: (error: unknown) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false
  const attempt = async () => {
    try {
      const session = await restored()
      if (!isStopped) found(session)
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

/** Without a connection the last session goes on: the first answer of the server says whether it still stands. */
async function restored(): Promise<{ info: ServerInfo; way: Source; state: SessionState }> {
  try {
    const info = await createClient({
      baseUrl: location.origin,
      fetch: patientFetch,
      retry: RETRY,
    }).server.info()
    const way = await chooseSource(info)
    return { info, way, state: (await way.source.restore()) ? 'signed-in' : 'signed-out' }
  } catch (error) {
    const info = lastSession()
    const refused = error instanceof ApiError && error.status < 500
    if (!info || refused) throw error
    return { info, way: await chooseSource(info), state: 'signed-in' }
  }
}
