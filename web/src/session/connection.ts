// The fetch of the SDK: short retries, and writes that complete even if the page closes.
import { ApiError } from '@daymark/client'

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

/** The `fetch` of the SDK. Adds a timeout, and lets writes complete while the page closes. */
export function patientFetch(url: string, init: RequestInit): Promise<Response> {
  if (leaving && init.method !== 'GET') return fetch(url, { ...init, keepalive: true })
  const timeout = AbortSignal.timeout(PATIENCE_MS)
  return fetch(url, { ...init, signal: init.signal ? AbortSignal.any([init.signal, timeout]) : timeout })
}

/** Retries a request once if it was lost or the server failed. A refused request would be refused again. */
export const mayHelpAgain = (failures: number, error: Error): boolean =>
  failures < 1 && !(error instanceof ApiError && error.status < 500)
