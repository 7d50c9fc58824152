// What this browser remembers of the session, so that the app opens offline as the person left it.
import { randomId } from '@daymark/client/random-id'
import type { ServerInfo } from '../session.ts'
import { storage } from './browser-storage.ts'

const KEY = 'daymark.session'

export interface LastSession {
  info: ServerInfo
  /** New at every sign-in: what was kept for another one is never shown. */
  id: string
  /** The person's id at the issuer. */
  account: string
}

/** The session of this window; another window may have ended it, or begun another. */
let own: string | undefined

export function lastSession(): LastSession | undefined {
  try {
    const found = JSON.parse(storage.getItem(KEY) ?? 'null') as Partial<LastSession> | null
    return found?.id && found.info && found.account ? (found as LastSession) : undefined
  } catch {
    return undefined
  }
}

/** Goes on with what is remembered, if it is of this person. */
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

/** What another window has begun since stays. */
export function forgetSession(): void {
  if (own === undefined || lastSession()?.id === own) storage.removeItem(KEY)
  own = undefined
}

/** The id of the session while it is that of this window. */
export function ownSession(): string | undefined {
  return own !== undefined && lastSession()?.id === own ? own : undefined
}
