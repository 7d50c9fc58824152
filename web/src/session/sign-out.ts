// Records a sign-out in this browser first, then repeats the request until the server has ended the session.
import { ApiError } from '@daymark/client'
import { backoff } from '@daymark/client/backoff'
import { storage } from './storage/browser-storage.ts'

const KEY = 'daymark.sign-out'

export const isSignOutPending = (): boolean => storage.getItem(KEY) !== null
export const rememberSignOut = (): void => storage.setItem(KEY, '1')
/** Called after the server ended the session, or after a new sign-in that replaces it. */
export const settleSignOut = (): void => storage.removeItem(KEY)

/** Runs the work under a lock, so that only one window runs it at a time. */
export async function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
  let hasBegun = false
  const begin = () => {
    hasBegun = true
    return work()
  }
  try {
    return await (navigator.locks ? navigator.locks.request(name, begin) : begin())
  } catch (error) {
    if (hasBegun) throw error
    // A browser that blocks storage also blocks locks. The work then runs without one.
    return work()
  }
}

/** Serializes sign-in and sign-out, because a late response to a sign-out could clear the cookie of a new session. */
export const inSignInTurn = <T>(work: () => Promise<T>): Promise<T> => inTurn('daymark.session', work)

/** Resolves after the first attempt; retries run in the background. */
export async function finishSignOut(send: () => Promise<unknown>, wait = untilOnline): Promise<void> {
  const pauses = backoff()
  const again = async (): Promise<void> => {
    await wait(pauses.next())
    if (!(await inSignInTurn(() => attempt(send)))) await again()
  }
  if (!(await inSignInTurn(() => attempt(send)))) void again()
}

/** Returns true if no further attempt is needed. */
async function attempt(send: () => Promise<unknown>): Promise<boolean> {
  if (!isSignOutPending()) return true
  try {
    await send()
  } catch (error) {
    // A session that the server rejects has already ended.
    if (!(error instanceof ApiError && (error.status === 401 || error.status === 403))) return false
  }
  settleSignOut()
  return true
}

/** Resolves after the given time, or earlier when the browser is online again. */
function untilOnline(ms: number): Promise<void> {
  return new Promise(resolve => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    addEventListener('online', end)
  })
}
