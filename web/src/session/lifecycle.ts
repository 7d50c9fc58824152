// The session state of this window. Other windows of the browser can start and end the session too.

import { accountOf, type ServerInfo, type SessionSource } from './session.ts'
import {
  beginSession,
  forgetSession,
  lastSession,
  ownSession,
  resumeSession,
} from './storage/last-session.ts'
import type { Tabs } from './tabs.ts'

export interface SessionSnapshot {
  state: 'signed-out' | 'signed-in'
  /** The user's id at the issuer. Empty when signed out. */
  account: string
}

export interface LifecycleParts {
  info: ServerInfo
  source: SessionSource
  tabs: Tabs
  /** Removes cached server data from memory and from this browser. */
  forgetData(): void
  /** Gives pending writes a short time to be sent. */
  flush(): Promise<unknown>
  isLeaving(): boolean
}

export type Lifecycle = ReturnType<typeof lifecycle>

const NOBODY: SessionSnapshot = { state: 'signed-out', account: '' }

export function lifecycle({ info, source, tabs, forgetData, flush, isLeaving }: LifecycleParts) {
  let snapshot = NOBODY
  const listeners = new Set<() => void>()

  function show(next: SessionSnapshot): void {
    snapshot = next
    for (const notify of listeners) notify()
  }

  /** Starts or resumes the session. Clears data cached by another user or an earlier sign-in. */
  function enter(account: string): void {
    if (!resumeSession(account)) {
      forgetData()
      beginSession(info, account)
      tabs.tell({ type: 'signed-in', account })
    }
    show({ state: 'signed-in', account })
  }

  function leave(): void {
    forgetSession()
    forgetData()
    show(NOBODY)
  }

  /** Ends a session that the server rejected. Other windows stay signed in if each has its own tokens. */
  function refused(): void {
    leave()
    if (source.isShared) tabs.tell({ type: 'signed-out' })
  }

  function endedElsewhere(): void {
    if (snapshot.state === 'signed-out') return
    source.forget()
    leave()
  }

  async function restore(): Promise<void> {
    const account = (await source.restore()) ? accountOf(await source.token()) : undefined
    if (account !== undefined) enter(account)
    // With an OpenID provider, a window without tokens must not end the session of other windows.
    else if (source.isShared) leave()
  }

  async function begunElsewhere(account: string): Promise<void> {
    if (!source.isShared) return
    if (snapshot.account === account) return void resumeSession(account)
    endedElsewhere()
    source.forget()
    // If the server is unreachable, this window stays signed out.
    await restore().catch(() => {})
  }

  return {
    snapshot: () => snapshot,
    subscribe(notify: () => void): () => void {
      listeners.add(notify)
      return () => listeners.delete(notify)
    },
    restore,

    /** Returns false if there is no last session. */
    resumeOffline(): boolean {
      const last = lastSession()
      if (!last || !resumeSession(last.account)) return false
      show({ state: 'signed-in', account: last.account })
      return true
    },

    /** Call this after a sign-in through the form. */
    async signedIn(): Promise<void> {
      const account = accountOf(await source.token())
      if (account === undefined) return
      forgetSession()
      enter(account)
    },

    /** Ends the session in this window, then in other windows, then on the server. */
    async signOut(): Promise<void> {
      const ending = source.signOut(flush().catch(() => {}))
      leave()
      tabs.tell({ type: 'signed-out' })
      await ending
    },

    /** Returns an access token. Ends the session if no token is valid anymore. A failed request does not end it. */
    async token(refusedToken?: string): Promise<string | undefined> {
      if (isLeaving()) return refusedToken === undefined ? source.lastToken() : undefined
      const before = snapshot
      const token = await source.token(refusedToken)
      if (before.state === 'signed-out') return token
      if (token === undefined && snapshot === before) refused()
      if (!source.isShared || token === undefined) return token
      const account = accountOf(token) ?? before.account
      if (account === before.account) return token
      // Another person's sign-in has replaced the cookie. This window's requests must not be sent as that person.
      if (snapshot === before) void begunElsewhere(account)
      return undefined
    },

    /** Detects that the session was ended or replaced while this window was suspended or in the back/forward cache. */
    check(): void {
      if (snapshot.state === 'signed-in' && ownSession() === undefined) endedElsewhere()
    },

    /** Follows sign-ins and sign-outs in other windows. Returns a function that unsubscribes. */
    hear: (): (() => void) =>
      tabs.hear(message => {
        if (message.type === 'signed-out') endedElsewhere()
        else void begunElsewhere(message.account)
      }),
  }
}
