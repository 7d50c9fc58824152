// How the page speaks to the server: not in silence for long, and to the end even when the page is closed.
import { ApiError } from '@daymark/client'

/** Who looks at a page does not wait half a minute for a busy server: one short wait, then its words are shown. */
export const RETRY = { retries: 1, longestWaitMs: 3000 }

const PATIENCE_MS = 20_000

let leaving = false

/** Whether the page is being closed, and nobody will hear an answer. */
export const isLeaving = (): boolean => leaving

/** What still has to be sent when the page goes. Gives the way to take it back. */
export function onLeave(work: () => void): () => void {
  const leave = () => {
    leaving = true
    work()
  }
  // The page may come back as it was.
  const stay = () => {
    leaving = false
  }
  addEventListener('pagehide', leave)
  addEventListener('pageshow', stay)
  return () => {
    removeEventListener('pagehide', leave)
    removeEventListener('pageshow', stay)
  }
}

/** What a worker passes on for a page dies with the page; what the worker itself sends does not. */
function handOver(url: string, { method, headers, body }: RequestInit): boolean {
  const worker = leaving ? navigator.serviceWorker?.controller : undefined
  worker?.postMessage({ send: url, init: { method, headers, body } })
  return Boolean(worker)
}

/** Given to the SDK in place of the browser's own. */
export function patientFetch(url: string, init: RequestInit): Promise<Response> {
  // Nobody is there to hear the answer.
  if (handOver(url, init)) return new Promise(() => {})
  const timeout = AbortSignal.timeout(PATIENCE_MS)
  return fetch(url, {
    ...init,
    signal: init.signal ? AbortSignal.any([init.signal, timeout]) : timeout,
    keepalive: leaving,
  })
}

/** What the server has refused it would refuse again; what got lost on the way is asked for once more. */
export const mayHelpAgain = (failures: number, error: Error): boolean =>
  failures < 1 && !(error instanceof ApiError && error.status < 500)
