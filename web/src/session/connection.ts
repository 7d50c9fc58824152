// How the page speaks to the server: not in silence for long, and to the end even when the page is closed.
import { ApiError } from '@daymark/client'
import { dropWrite, isFinal, keepWrite } from './last-writes.ts'

/** Who looks at a page does not wait half a minute for a busy server: one short wait, then its words are shown. */
export const RETRY = { retries: 1, longestWaitMs: 3000 }

const PATIENCE_MS = 20_000

let leaving = false
/** What the worker has taken over, for a page that comes back as it was. */
const handedOver = new Set<() => void>()

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
    for (const resolve of handedOver) resolve()
    handedOver.clear()
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
  const worker = navigator.serviceWorker?.controller
  if (!worker) {
    const response = await fetch(url, { ...init, keepalive: true })
    if (isFinal(response.status)) dropWrite(id)
    return response
  }
  const { method, headers, body } = init
  worker.postMessage({ send: url, init: { method, headers, body }, id })
  // Nobody hears the answer, unless the page comes back; then everything is read again.
  await new Promise<void>(resolve => handedOver.add(resolve))
  return Response.json({ ok: true }, { status: 202 })
}

/** What the server has refused it would refuse again; what got lost on the way is asked for once more. */
export const mayHelpAgain = (failures: number, error: Error): boolean =>
  failures < 1 && !(error instanceof ApiError && error.status < 500)
