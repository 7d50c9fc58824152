// Changes appear immediately and are sent through the outbox.
import type { LiveConnection, Write } from '@daymark/client'
import type { Timer } from '@daymark/contract/timers/timer'
import { parseInstant } from '@daymark/contract/validation/instant'
import { useCallback, useMemo, useRef } from 'react'
import { useTexts } from '../../session/language.tsx'
import type { WriteProgress } from '../../session/unsent/quick-add.ts'
import { useAction } from '../../sync/use-write.ts'
import { timerTexts } from '../texts.ts'
import { useActiveTimers } from './live.tsx'

export interface StartInput {
  title?: string
  description?: string
  /** In seconds. */
  allocated_duration: number
  schedule_id?: string
  todo_id?: string
  tag_ids?: string[]
}

export interface TimerControl {
  start(input: StartInput): void
  /** Starts a new timer for the same work. */
  again(timer: Timer): void
  pause(timer: Timer): void
  resume(timer: Timer): void
  stop(timer: Timer): void
  cancel(timer: Timer): void
}

/**
 * Starts a timer and stops the running ones in one action that is undone as a whole. With `isParallel`, the others keep
 * running. Returns undefined before the connection opens.
 */
export function useStart(): (input: StartInput, isParallel?: boolean) => WriteProgress | undefined {
  const act = useAction()
  const t = useTexts(timerTexts)
  const active = useActiveTimers()
  // The ref keeps the function stable, so that rows with a start button do not rerender whenever a timer changes.
  const latest = useRef(active)
  latest.current = active
  return useCallback(
    (input, isParallel = false) => {
      const others = isParallel ? [] : latest.current.filter(timer => timer.is_running)
      return act(
        live => [...others.map(timer => command(live, 'stop', timer)), live.timers.start(input)],
        others[0] && t.stopped(others[0].title ?? t.untitled),
      )
    },
    [act, t],
  )
}

export function useTimerControl(): TimerControl {
  const act = useAction()
  const start = useStart()
  const t = useTexts(timerTexts)
  return useMemo(
    () => ({
      start: input => void start(input),
      again: timer => void start(sameWork(timer)),
      pause: timer => void act(live => command(live, 'pause', timer)),
      resume: timer => void act(live => command(live, 'resume', timer)),
      stop: timer => void act(live => command(live, 'stop', timer), t.stopped(timer.title ?? t.untitled)),
      cancel: timer => void act(live => command(live, 'cancel', timer)),
    }),
    [act, start, t],
  )
}

/**
 * Copies everything that a new timer for the same work needs. Omits the description, because it belongs to the past
 * timer.
 */
const sameWork = ({ title, allocated_duration, schedule_id, todo_id, tags }: Timer): StartInput => ({
  allocated_duration,
  ...(title !== null && { title }),
  ...(schedule_id !== null && { schedule_id }),
  ...(todo_id !== null && { todo_id }),
  ...(tags.length > 0 && { tag_ids: tags.map(tag => tag.id) }),
})

/** Sends the command with the current time, or with the time of the timer's last event if the clock is behind it. */
function command(live: LiveConnection, action: string, timer: Timer): Write<unknown> {
  const last = parseInstant(timer.pause_history.at(-1)?.at ?? '')
  return live.outbox.command(`timer.${action}`, { timer_id: timer.id }, last)
}
