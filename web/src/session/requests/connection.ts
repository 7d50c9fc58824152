// The fetch of the SDK: short retries, and writes that complete even if the page closes.
import { ApiError, RateLimited } from '@daymark/client'
import { noteAnswer } from './rate-limit.ts'

/** Retries once after at most three seconds, because users do not wait longer for an error message. */
export const RETRY = { retries: 1, longestWaitMs: 3000 }

const PATIENCE_MS = 20_000

let leaving = false

/** True while the page is closing. */
export const isLeaving = (): boolean => leaving

/** Watches for the page to close. Call it once. */
export function watchLeaving(): void {
  addEventListener('pagehide', () => {
    leaving = true
  })
  // The browser may restore a closed page from its back/forward cache.
  addEventListener('pageshow', () => {
    leaving = false
  })
}

/** The `fetch` of the SDK. Adds a timeout, notes rate limits, and lets writes complete while the page closes. */
export async function patientFetch(url: string, init: RequestInit): Promise<Response> {
  if (leaving && init.method !== 'GET') return fetch(url, { ...init, keepalive: true })
  const timeout = AbortSignal.timeout(PATIENCE_MS)
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout
  const response = await fetch(url, { ...init, signal })
  noteAnswer(response)
  return response
}

const MOST_WAITS = 5
const JITTER_MS = 1000

/**
 * True if a retry may help: once after a lost request or a server error, and several times after a rate limit. The
 * server would refuse any other request again.
 */
export const mayHelpAgain = (failures: number, error: Error): boolean =>
  error instanceof RateLimited
    ? failures < MOST_WAITS
    : failures < 1 && !(error instanceof ApiError && error.status < 500)

/** Waits as long as the server asks. The jitter spreads the requests that were refused at the same moment. */
export const retryDelay = (failures: number, error: Error): number =>
  error instanceof RateLimited
    ? error.retryAfter * 1000 + Math.random() * JITTER_MS
    : Math.min(1000 * 2 ** failures, 30_000)
