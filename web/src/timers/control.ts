// Starting, pausing, resuming and stopping from any page, with the server's sentence when it refuses.

import type { Timer } from '@daymark/contract/timer'
import { useMemo } from 'react'
import { messageOf } from '../design/message.ts'
import { useToast } from '../design/toast.tsx'
import { useTimerSocket } from './live.tsx'

export interface StartInput {
  title?: string
  /** Seconds. */
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
  const socket = useTimerSocket()
  const toast = useToast()
  return useMemo(() => {
    const tell = (outcome: Promise<unknown> | undefined) =>
      void outcome?.catch((error: unknown) => toast(messageOf(error)))
    return {
      start: input => tell(socket?.start(input)),
      pause: timer => tell(socket?.pause(timer.id)),
      resume: timer => tell(socket?.resume(timer.id)),
      stop: timer => tell(socket?.stop(timer.id)),
      cancel: timer => tell(socket?.cancel(timer.id)),
    }
  }, [socket, toast])
}
