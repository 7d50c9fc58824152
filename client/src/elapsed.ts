// The measured time of a timer at an instant, computed from its history: ticks need no message from the server.

import type { Timer } from '@daymark/contract/timers/timer'
import { parseInstant } from '@daymark/contract/validation/instant'

/** Milliseconds; `now` is the server's clock, see `TimerSocket.serverNow`. */
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
  // A clock that is slightly behind must not show a negative time.
  return runningSince === undefined ? total : total + Math.max(0, now - runningSince)
}
