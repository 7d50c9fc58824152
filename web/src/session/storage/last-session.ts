// The session stored in this browser, so that the app can open offline.
import { randomId } from '@daymark/client/random-id'
import type { ServerInfo } from '../session.ts'
import { storage } from './browser-storage.ts'

const KEY = 'daymark.session'

export interface LastSession {
  info: ServerInfo
  /** A new id for every sign-in, so that data of another session is never shown. */
  id: string
  /** The user's id at the issuer. */
  account: string
}

/** The id of this window's session. Another window may have ended or replaced it. */
let own: string | undefined

export function lastSession(): LastSession | undefined {
  try {
    const found = JSON.parse(storage.getItem(KEY) ?? 'null') as Partial<LastSession> | null
    return found?.id && found.info && found.account ? (found as LastSession) : undefined
  } catch {
    return undefined
  }
}

/** Continues the stored session in this window if it belongs to this user. Returns false otherwise. */
export function resumeSession(account: string): boolean {
  const last = lastSession()
  if (last?.account !== account) return false
  own = last.id
  return true
}

export function beginSession(info: ServerInfo, account: string): void {
  own = randomId()
  storage.setItem(KEY, JSON.stringify({ info, id: own, account } satisfies LastSession))
}

/** Ends the session of this window, but keeps a newer one that another window has started. */
export function forgetSession(): void {
  if (own === undefined || lastSession()?.id === own) storage.removeItem(KEY)
  own = undefined
}

/** Returns the id of this window's session; undefined if it was ended or replaced. */
export function ownSession(): string | undefined {
  return own !== undefined && lastSession()?.id === own ? own : undefined
}
