// The fetch of the SDK: short retries, and writes that complete even if the page closes.
import { ApiError } from '@daymark/client'

/** Retries once after a short wait, then shows the error, because users do not wait half a minute. */
export const RETRY = { retries: 1, longestWaitMs: 3000 }

const PATIENCE_MS = 20_000

let leaving = false

/** True while the page is closing. */
export const isLeaving = (): boolean => leaving

/** Starts to watch for the page to close. Call it once. */
export function watchLeaving(): void {
  addEventListener('pagehide', () => {
    leaving = true
  })
  // The browser may restore the page from its cache.
  addEventListener('pageshow', () => {
    leaving = false
  })
}

/** Replaces the browser's fetch in the SDK, so that writes arrive even while the page closes. */
export function patientFetch(url: string, init: RequestInit): Promise<Response> {
  if (leaving && init.method !== 'GET') return fetch(url, { ...init, keepalive: true })
  const timeout = AbortSignal.timeout(PATIENCE_MS)
  return fetch(url, { ...init, signal: init.signal ? AbortSignal.any([init.signal, timeout]) : timeout })
}

/** Retries lost requests once, but not refused ones, which would be refused again. */
export const mayHelpAgain = (failures: number, error: Error): boolean =>
  failures < 1 && !(error instanceof ApiError && error.status < 500)
