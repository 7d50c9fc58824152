// How the page speaks to the server: not in silence for long, and to the end even when the page is closed.
import { ApiError } from '@daymark/client'

/** Who looks at a page does not wait half a minute for a busy server: one short wait, then its words are shown. */
export const RETRY = { retries: 1, longestWaitMs: 3000 }

const PATIENCE_MS = 20_000

/** Given to the SDK in place of the browser's own. */
export function patientFetch(url: string, init: RequestInit): Promise<Response> {
  const timeout = AbortSignal.timeout(PATIENCE_MS)
  return fetch(url, {
    ...init,
    signal: init.signal ? AbortSignal.any([init.signal, timeout]) : timeout,
    // Deletions that waited for "Undo" are sent while the page goes. A body may be too long for that.
    keepalive: init.method !== 'GET' && init.body === undefined,
  })
}

/** What the server has refused it would refuse again; what got lost on the way is asked for once more. */
export const mayHelpAgain = (failures: number, error: Error): boolean =>
  failures < 1 && !(error instanceof ApiError && error.status < 500)
