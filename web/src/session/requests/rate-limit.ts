// Until when the server refuses requests because there were too many.

let until = 0
const listeners = new Set<() => void>()

/** When requests are allowed again, in epoch milliseconds; 0 if none was refused. */
export const limitedUntil = (): number => until

/** Notes a refused request. Requests of other kinds may still succeed, so success does not end the limit. */
export function noteAnswer(response: Response, now = Date.now()): void {
  if (response.status !== 429) return
  until = Math.max(until, now + (Number(response.headers.get('retry-after')) || 1) * 1000)
  for (const notify of listeners) notify()
}

export function onLimit(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}
