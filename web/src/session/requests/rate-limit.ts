// Records when the server's rate limit ends.

let until = 0
const listeners = new Set<() => void>()

/** In epoch milliseconds. 0 if no request has exceeded a rate limit. */
export const limitedUntil = (): number => until

/**
 * Records the rate limit of a rejected response. A successful response does not end the limit, because it may answer
 * another kind of request, which is not limited.
 */
export function noteAnswer(response: Response, now = Date.now()): void {
  if (response.status !== 429) return
  until = Math.max(until, now + (Number(response.headers.get('retry-after')) || 1) * 1000)
  for (const notify of listeners) notify()
}

export function onLimit(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}
