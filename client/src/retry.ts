// Retries after 429 and 503. The caller decides whether repeating the call is safe.
import { backoff } from './backoff.ts'

export interface RetryOptions {
  /** 2 by default. */
  retries?: number
  /** 30 seconds by default. If the server asks for a longer delay, the call is not retried. */
  longestWaitMs?: number
  /** Replaces the timer, for tests. */
  wait?: (ms: number, signal?: AbortSignal) => Promise<void>
}

const IDEMPOTENT = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'])
export const isIdempotent = (method: string): boolean => IDEMPOTENT.has(method)
const PATIENCE = new Set([429, 503])
/** Random delays up to this limit spread the retries of clients that were rejected at the same moment. */
const JITTER_MS = 250

export async function withRetries(
  attempt: () => Promise<Response>,
  options: RetryOptions | false,
  signal?: AbortSignal,
): Promise<Response> {
  if (options === false) return attempt()
  const { retries = 2, longestWaitMs = 30_000, wait = pause } = options
  const pauses = backoff()
  for (let left = retries; ; left--) {
    const response = await attempt()
    if (left <= 0 || !PATIENCE.has(response.status)) return response
    const asked = retryAfterMs(response.headers.get('retry-after'))
    const ms = Math.ceil(asked === undefined ? pauses.next() : asked + Math.random() * JITTER_MS)
    if (ms > longestWaitMs + JITTER_MS) return response
    // Releases the connection, which an unread response would keep busy.
    await response.body?.cancel()
    await wait(ms, signal)
  }
}

/** Converts a `Retry-After` header, which contains seconds or a date. Returns undefined if it is missing or invalid. */
export function retryAfterMs(header: string | null, now = Date.now()): number | undefined {
  if (header === null || header.trim() === '') return undefined
  const seconds = Number(header)
  const ms = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1000
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}

/** The longest delay that `setTimeout` supports. With a longer delay, it would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** Resolves after the delay. If the signal is aborted before that, rejects with the signal's reason. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', stop)
        resolve()
      },
      Math.min(ms, MAX_TIMER_MS),
    )
    signal?.addEventListener('abort', stop, { once: true })
  })
}
