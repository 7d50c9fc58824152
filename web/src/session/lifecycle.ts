// The lifecycle of the session in this window: restored, started, refused, or ended here or in another window.

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
  /** The user's id at the issuer; empty when signed out. */
  account: string
}

export interface LifecycleParts {
  info: ServerInfo
  source: SessionSource
  tabs: Tabs
  /** Removes all data read from the server from memory and from this browser. */
  forgetData(): void
  /** Waits until pending writes are sent. */
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

  /** Starts or resumes the session. Clears the cached data of another user or an earlier sign-in. */
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

  /** With an OpenID provider, each window has its own tokens, so the other windows stay signed in. */
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
    // If the server is unreachable, this window stays signed out and the user can sign in here.
    await restore().catch(() => {})
  }

  return {
    snapshot: () => snapshot,
    subscribe(notify: () => void): () => void {
      listeners.add(notify)
      return () => listeners.delete(notify)
    },
    restore,

    /** Continues the last session while offline. Returns false if there was none. */
    resumeOffline(): boolean {
      const last = lastSession()
      if (!last || !resumeSession(last.account)) return false
      show({ state: 'signed-in', account: last.account })
      return true
    },

    /** Called after a sign-in through the form. */
    async signedIn(): Promise<void> {
      const account = accountOf(await source.token())
      if (account === undefined) return
      forgetSession()
      enter(account)
    },

    /** Ends the session in this window at once, then in other windows, then on the server. */
    async signOut(): Promise<void> {
      const ending = source.signOut(flush().catch(() => {}))
      leave()
      tabs.tell({ type: 'signed-out' })
      await ending
    },

    /** Returns a token for the client. Ends the session if a rejected token cannot be renewed. */
    async token(refusedToken?: string): Promise<string | undefined> {
      if (isLeaving()) return refusedToken === undefined ? source.lastToken() : undefined
      const before = snapshot
      const token = await source.token(refusedToken)
      if (before.state === 'signed-out') return token
      if (token === undefined && snapshot === before) refused()
      if (!source.isShared || token === undefined) return token
      const account = accountOf(token) ?? before.account
      if (account === before.account) return token
      // Another person's sign-in has replaced the cookie. Requests of the first person must not be sent in the name of
      // the other.
      if (snapshot === before) void begunElsewhere(account)
      return undefined
    },

    /** Detects a sign-out that a suspended window, or one restored with "Back", has missed. */
    check(): void {
      if (snapshot.state === 'signed-in' && ownSession() === undefined) endedElsewhere()
    },

    /** Follows sign-ins and sign-outs of other windows. Returns a function that stops it. */
    hear: (): (() => void) =>
      tabs.hear(message => {
        if (message.type === 'signed-out') endedElsewhere()
        else void begunElsewhere(message.account)
      }),
  }
}
