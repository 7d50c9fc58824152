// Computes the time in a timer command: when the user acted, on the server's clock.
import type { Timer } from '@daymark/contract/timers/timer'
import { parseInstant } from '@daymark/contract/validation/instant'

/**
 * How far a time may be after our estimate of the server's clock, which lags by the network delay of the server's
 * message. The server accepts a time that is at most this far in the future, but records its current time instead.
 */
const MAX_DELAY_MS = 2_000

export const lastEventAt = (timer: Timer | undefined): number | undefined =>
  parseInstant(timer?.pause_history.at(-1)?.at ?? '')

/**
 * Returns the time to send. `now` is our estimate of the server's clock. A time far after `now` comes from a wrong
 * clock and becomes `now`. A time shortly before the timer's last event becomes that event's time, because our
 * estimate may lag and the server would reject the earlier time.
 */
export function timeOfAction(actedAt: number, now: number, lastEvent: number | undefined): number {
  const at = actedAt > now + MAX_DELAY_MS ? now : actedAt
  if (lastEvent === undefined || at >= lastEvent || lastEvent - at > MAX_DELAY_MS) return at
  return lastEvent
}
