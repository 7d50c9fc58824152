import type { Timer } from '@daymark/contract/timers/timer'

export interface Segment {
  from: number
  to: number
  running: boolean
}

/** Covers the time from the start to the end, or to now if the timer is active. */
export function segments(timer: Pick<Timer, 'pause_history'>, now: number): Segment[] {
  const found: Segment[] = []
  let last: { at: number; running: boolean } | undefined
  for (const { action, at } of timer.pause_history) {
    const moment = Date.parse(at)
    if (last) found.push({ from: last.at, to: moment, running: last.running })
    const ended = action === 'stop' || action === 'cancel'
    last = ended ? undefined : { at: moment, running: action !== 'pause' }
  }
  if (last) found.push({ from: last.at, to: Math.max(now, last.at), running: last.running })
  return found
}
