// A sign-out is recorded in this browser first, so that it is retried after a reload until the server confirms it.
import { ApiError } from '@daymark/client'
import { backoff } from '@daymark/client/backoff'
import { storage } from './storage/browser-storage.ts'

const KEY = 'daymark.sign-out'

export const isSignOutPending = (): boolean => storage.getItem(KEY) !== null
export const rememberSignOut = (): void => storage.setItem(KEY, '1')
/** Call this when the server has ended the session or a new sign-in replaces it. */
export const settleSignOut = (): void => storage.removeItem(KEY)

/** Runs the work in only one window at a time, unless the browser has no locks or blocks them. */
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
    // A browser that blocks storage also blocks locks.
    return work()
  }
}

/** Serializes sign-ins and sign-outs. Otherwise a late sign-out response could clear a new session's cookie. */
export const inSignInTurn = <T>(work: () => Promise<T>): Promise<T> => inTurn('daymark.session', work)

/** Resolves after the first attempt. Retries run in the background. */
export async function finishSignOut(send: () => Promise<unknown>, wait = untilOnline): Promise<void> {
  const pauses = backoff()
  const again = async (): Promise<void> => {
    await wait(pauses.next())
    if (!(await inSignInTurn(() => attempt(send)))) await again()
  }
  if (!(await inSignInTurn(() => attempt(send)))) void again()
}

async function attempt(send: () => Promise<unknown>): Promise<boolean> {
  if (!isSignOutPending()) return true
  try {
    await send()
  } catch (error) {
    // A rejected session has already ended.
    if (!(error instanceof ApiError && (error.status === 401 || error.status === 403))) return false
  }
  settleSignOut()
  return true
}

/** Resolves after the given time, or earlier if the browser comes online. */
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
