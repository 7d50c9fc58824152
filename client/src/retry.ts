// Whether and when a call is retried: only if that is safe, and only if the server asks for it.
import { backoff } from './backoff.ts'

export interface RetryOptions {
  /** The maximum number of retries; 2 by default. */
  retries?: number
  /** The longest wait; if the server asks for more, there is no retry; 30 seconds by default. */
  longestWaitMs?: number
  /** Replaces the timer, for tests. */
  wait?: (ms: number, signal?: AbortSignal) => Promise<void>
}

/** Repeating these has no further effect. */
const IDEMPOTENT = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'])
const PATIENCE = new Set([429, 503])
/** Clients that were rejected together must not come back together. */
const JITTER_MS = 250

export async function withRetries(
  attempt: () => Promise<Response>,
  method: string,
  options: RetryOptions | false,
  signal?: AbortSignal,
): Promise<Response> {
  if (options === false || !IDEMPOTENT.has(method)) return attempt()
  const { retries = 2, longestWaitMs = 30_000, wait = pause } = options
  const pauses = backoff()
  for (let left = retries; ; left--) {
    const response = await attempt()
    if (left <= 0 || !PATIENCE.has(response.status)) return response
    const asked = retryAfterMs(response.headers.get('retry-after'))
    const ms = Math.ceil(asked === undefined ? pauses.next() : asked + Math.random() * JITTER_MS)
    if (ms > longestWaitMs + JITTER_MS) return response
    // An unread response would occupy its connection.
    await response.body?.cancel()
    await wait(ms, signal)
  }
}

/** The header has seconds or a date. */
export function retryAfterMs(header: string | null, now = Date.now()): number | undefined {
  if (header === null || header.trim() === '') return undefined
  const seconds = Number(header)
  const ms = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1000
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}

/** Ends early, with the reason, when the signal is aborted. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
