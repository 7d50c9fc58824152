// The time that a timer command contains: when the user acted, by the server's clock.
import type { Timer } from '@daymark/contract/timers/timer'
import { parseInstant } from '@daymark/contract/validation/instant'

/** Our estimate of the server's clock is late by the time that its message took to arrive. */
const MAX_DELAY_MS = 2_000

export const lastEventAt = (timer: Timer | undefined): number | undefined =>
  parseInstant(timer?.pause_history.at(-1)?.at ?? '')

/**
 * Returns the time to send. It is not after `now`, the server's clock as far as we know. The server rejects a time
 * before the timer's last event, so a time that our estimate may have put before it is the time of that event.
 */
export function timeOfAction(actedAt: number, now: number, lastEvent: number | undefined): number {
  const at = Math.min(actedAt, now)
  if (lastEvent === undefined || at >= lastEvent || lastEvent - at > MAX_DELAY_MS) return at
  return lastEvent
}
