// Gives every page the session and a client that speaks for it.
import { type Client, createClient } from '@daymark/client'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'
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

  useEffect(() => {
    createClient({ baseUrl: location.origin })
      .server.info()
      .then(async info => {
        const way = await chooseSource(info)
        setState((await way.source.restore()) ? 'signed-in' : 'signed-out')
        setReady({ info, way })
      })
      .catch(setError)
  }, [])

  const signOut = useCallback(async () => {
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
    const client = createClient({ baseUrl: location.origin, token })
    return { ...ready, state, client, signedIn: () => setState('signed-in'), signOut }
  }, [ready, state, signOut])

  if (error !== undefined) return failed(error)
  return value ? <Context value={value}>{children}</Context> : fallback
}
