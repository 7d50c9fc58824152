// Starts, pauses, resumes and stops timers. Changes are shown at once and sent through the outbox.
import type { LiveConnection, Write } from '@daymark/client'
import type { Timer } from '@daymark/contract/timers/timer'
import { parseInstant } from '@daymark/contract/validation/instant'
import { useMemo } from 'react'
import { useTexts } from '../../session/language.tsx'
import { useAction } from '../../sync/use-write.ts'
import { timerTexts } from '../texts.ts'

export interface StartInput {
  title?: string
  /** The planned length in seconds. */
  allocated_duration: number
  schedule_id?: string
  todo_id?: string
  tag_ids?: string[]
}

export interface TimerControl {
  start(input: StartInput): void
  pause(timer: Timer): void
  resume(timer: Timer): void
  stop(timer: Timer): void
  cancel(timer: Timer): void
}

export function useTimerControl(): TimerControl {
  const act = useAction()
  const t = useTexts(timerTexts)
  return useMemo(
    () => ({
      start: input => void act(live => live.timers.start(input)),
      pause: timer => void act(live => command(live, 'pause', timer)),
      resume: timer => void act(live => command(live, 'resume', timer)),
      stop: timer => void act(live => command(live, 'stop', timer), t.stopped(timer.title ?? t.untitled)),
      cancel: timer => void act(live => command(live, 'cancel', timer)),
    }),
    [act, t],
  )
}

/** Sends a command with the current time, or the time of the timer's last event if the clock is behind it. */
function command(live: LiveConnection, action: string, timer: Timer): Write<unknown> {
  const last = parseInstant(timer.pause_history.at(-1)?.at ?? '')
  return live.outbox.command(`timer.${action}`, { timer_id: timer.id }, last)
}
