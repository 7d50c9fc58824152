// Computes elapsed time from a timer's history, so that a running clock needs no messages from the server.

import type { Timer } from '@daymark/contract/timers/timer'
import { parseInstant } from '@daymark/contract/validation/instant'

/** Returns milliseconds. `now` is the current time on the server's clock; see `TimerSocket.serverNow`. */
export function elapsedMs(timer: Pick<Timer, 'pause_history'>, now: number): number {
  let total = 0
  let runningSince: number | undefined
  for (const { action, at } of timer.pause_history) {
    const moment = parseInstant(at) ?? 0
    if (action === 'start' || action === 'resume') runningSince = moment
    else if (runningSince !== undefined) {
      total += moment - runningSince
      runningSince = undefined
    }
  }
  // `now` may lag slightly behind the server's clock, but the elapsed time must not decrease.
  return runningSince === undefined ? total : total + Math.max(0, now - runningSince)
}
