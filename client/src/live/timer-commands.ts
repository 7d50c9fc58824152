import type { Timer } from '@daymark/contract/timers/timer'
import type { TimerCreate } from '../nouns.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { Write } from '../outbox/write.ts'
import { lastEventAt } from '../timers/time-of-action.ts'

/** A timer command in the outbox. Its `id` is never null: it is the timer's id. */
export interface TimerWrite extends Write<Timer> {
  readonly id: string
}

export interface TimerCommands {
  /** Starts a timer. The client chooses the id, so that later commands can use it at once. */
  start(input: TimerCreate): TimerWrite
  pause(id: string): TimerWrite
  resume(id: string): TimerWrite
  /** Completes a running or paused timer. */
  stop(id: string): TimerWrite
  /** Ends a running or paused timer without completing it. */
  cancel(id: string): TimerWrite
}

export function timerCommands(outbox: Outbox, timer: (id: string) => Timer | undefined): TimerCommands {
  const control = (type: string) => (timer_id: string) => {
    // Dates the command no earlier than the timer's last event, because the server would reject an earlier time.
    return outbox.command(type, { timer_id }, lastEventAt(timer(timer_id))) as TimerWrite
  }
  return {
    start: input => outbox.command('timer.create', input) as TimerWrite,
    pause: control('timer.pause'),
    resume: control('timer.resume'),
    stop: control('timer.stop'),
    cancel: control('timer.cancel'),
  }
}
