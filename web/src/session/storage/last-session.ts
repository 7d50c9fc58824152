// Stores the session in this browser, so that the app can open offline.
import { randomId } from '@daymark/client/random-id'
import type { ServerInfo } from '../session.ts'
import { storage } from './browser-storage.ts'

const KEY = 'daymark.session'

export interface LastSession {
  info: ServerInfo
  /** Differs for every sign-in, so that data from another session is never shown. */
  id: string
  /** The user's id at the issuer. */
  account: string
}

/** This window's session id. Another window may have ended or replaced the session. */
let own: string | undefined

export function lastSession(): LastSession | undefined {
  try {
    const found = JSON.parse(storage.getItem(KEY) ?? 'null') as Partial<LastSession> | null
    return found?.id && found.info && found.account ? (found as LastSession) : undefined
  } catch {
    return undefined
  }
}

/** Returns false if there is no stored session or it belongs to another user. */
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

/** Removes the stored session, unless this window had a session and another window has replaced it with a newer one. */
export function forgetSession(): void {
  if (own === undefined || lastSession()?.id === own) storage.removeItem(KEY)
  own = undefined
}

/** Returns this window's session id, or undefined if the session was ended or replaced. */
export function ownSession(): string | undefined {
  return own !== undefined && lastSession()?.id === own ? own : undefined
}
