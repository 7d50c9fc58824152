// How the page speaks to the server: not in silence for long, and to the end even when the page is closed.
import { ApiError } from '@daymark/client'
import { dropWrite, isFinal, keepWrite } from './unsent/last-writes.ts'

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

/** Given to the SDK in place of the browser's own. */
export function patientFetch(url: string, init: RequestInit): Promise<Response> {
  if (leaving && init.method !== 'GET') return lastFetch(url, init)
  const timeout = AbortSignal.timeout(PATIENCE_MS)
  return fetch(url, { ...init, signal: init.signal ? AbortSignal.any([init.signal, timeout]) : timeout })
}

/**
 * A write of a page that is being closed. What a worker passes on for a page dies with the page; what the worker
 * itself sends does not, and it can renew an expired token. What still fails is sent by the next page.
 */
async function lastFetch(url: string, init: RequestInit): Promise<Response> {
  const id = keepWrite(url, init)
  const { method, headers, body } = init
  const worker = navigator.serviceWorker?.controller
  if (worker) worker.postMessage({ send: url, init: { method, headers, body }, id })
  else
    void fetch(url, { ...init, keepalive: true }).then(
      answer => isFinal(answer.status) && dropWrite(id),
      () => {},
    )
  return new HandedOver(null, { status: 202 })
}

/** Read without a turn of the event loop, which a page that is being closed does not get: the next write may follow. */
class HandedOver extends Response {
  override json(): Promise<unknown> {
    return Promise.resolve({ ok: true })
  }
}

/** What the server has refused it would refuse again; what got lost on the way is asked for once more. */
export const mayHelpAgain = (failures: number, error: Error): boolean =>
  failures < 1 && !(error instanceof ApiError && error.status < 500)
