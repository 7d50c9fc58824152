// How the page speaks to the server: not in silence for long, and to the end even when the page is closed.
import { ApiError } from '@daymark/client'

/** Who looks at a page does not wait half a minute for a busy server: one short wait, then its words are shown. */
export const RETRY = { retries: 1, longestWaitMs: 3000 }

const PATIENCE_MS = 20_000

let leaving = false

/** Whether the page is being closed, and nobody will hear an answer. */
export const isLeaving = (): boolean => leaving

/** To be called once. */
export function watchLeaving(): void {
  addEventListener('pagehide', () => {
    leaving = true
  })
  // The page may come back as it was.
  addEventListener('pageshow', () => {
    leaving = false
  })
}

/** Given to the SDK in place of the browser's own. A write that is sent while the page is closed arrives nevertheless. */
export function patientFetch(url: string, init: RequestInit): Promise<Response> {
  if (leaving && init.method !== 'GET') return fetch(url, { ...init, keepalive: true })
  const timeout = AbortSignal.timeout(PATIENCE_MS)
  return fetch(url, { ...init, signal: init.signal ? AbortSignal.any([init.signal, timeout]) : timeout })
}

/** What the server has refused it would refuse again; what got lost on the way is asked for once more. */
export const mayHelpAgain = (failures: number, error: Error): boolean =>
  failures < 1 && !(error instanceof ApiError && error.status < 500)
