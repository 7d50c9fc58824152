import { ApiError, RateLimited } from '@daymark/client'
import { noteAnswer } from './rate-limit.ts'

/** Keeps retries short, because users wait for the result or for an error message. */
export const RETRY = { retries: 1, longestWaitMs: 3000 }

const PATIENCE_MS = 20_000

let leaving = false

export const isLeaving = (): boolean => leaving

/** Call this once. */
export function watchLeaving(): void {
  addEventListener('pagehide', () => {
    leaving = true
  })
  // The browser may restore the page from its back/forward cache.
  addEventListener('pageshow', () => {
    leaving = false
  })
}

/** Passed to the SDK as `fetch`. Adds a timeout, records rate limits, and completes writes while the page closes. */
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
 * Allows one retry after a lost request or a server error, and several after a rate limit. After any other error, the
 * server would reject the request again.
 */
export const mayHelpAgain = (failures: number, error: Error): boolean =>
  error instanceof RateLimited
    ? failures < MOST_WAITS
    : failures < 1 && !(error instanceof ApiError && error.status < 500)

/** Honors `Retry-After`. The jitter spreads requests that were rejected at the same moment. */
export const retryDelay = (failures: number, error: Error): number =>
  error instanceof RateLimited
    ? error.retryAfter * 1000 + Math.random() * JITTER_MS
    : Math.min(1000 * 2 ** failures, 30_000)
