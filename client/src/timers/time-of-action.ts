// The time that a timer command contains: when the user acted, by the server's clock.
import type { Timer } from '@daymark/contract/timers/timer'
import { parseInstant } from '@daymark/contract/validation/instant'

/**
 * Our estimate of the server's clock is late by the time that its message took to arrive. The server accepts times that
 * are this far in the future and records the present instead.
 */
const MAX_DELAY_MS = 2_000

export const lastEventAt = (timer: Timer | undefined): number | undefined =>
  parseInstant(timer?.pause_history.at(-1)?.at ?? '')

/**
 * Returns the time to send. `now` is our estimate of the server's clock. A time far after `now` comes from a wrong clock.
 * The server rejects a time before the timer's last event, so a time that our estimate may have put before that event
 * becomes its time.
 */
export function timeOfAction(actedAt: number, now: number, lastEvent: number | undefined): number {
  const at = actedAt > now + MAX_DELAY_MS ? now : actedAt
  if (lastEvent === undefined || at >= lastEvent || lastEvent - at > MAX_DELAY_MS) return at
  return lastEvent
}
