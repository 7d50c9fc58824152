// Starting, pausing, resuming and stopping from any page, with the server's sentence when it refuses.

import { CommandFailed } from '@daymark/client'
import type { Timer } from '@daymark/contract/timer'
import { useMemo } from 'react'
import { messageOf } from '../design/message.ts'
import { useToast } from '../design/toast.tsx'
import { useTexts } from '../session/language.tsx'
import { shellTexts } from '../shell/texts.ts'
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
  /** Resolves when the timer runs, or when its start is kept until there is a connection; rejects with the reason. */
  begin(input: StartInput): Promise<void>
  pause(timer: Timer): void
  resume(timer: Timer): void
  stop(timer: Timer): void
  cancel(timer: Timer): void
}

export function useTimerControl(): TimerControl {
  const socket = useTimerSocket()
  const toast = useToast()
  const t = useTexts(shellTexts)
  return useMemo(() => {
    /** Every other end of the waiting leaves the command where it is kept. */
    const tell = (outcome: Promise<unknown> | undefined) =>
      void outcome?.catch((error: unknown) => {
        if (error instanceof CommandFailed) toast(messageOf(error))
      })
    const begin = async (input: StartInput): Promise<void> => {
      if (!socket) throw new Error(t.unreachable)
      const outcome = socket.start(input)
      const isKept = Promise.withResolvers<'kept'>()
      const stop = socket.on('state', () => isKept.resolve('kept'))
      if (socket.state !== 'live') isKept.resolve('kept')
      try {
        if ((await Promise.race([outcome, isKept.promise])) === 'kept') tell(outcome)
      } catch (error) {
        if (error instanceof CommandFailed) throw error
      } finally {
        stop()
      }
    }
    return {
      begin,
      start: input => void begin(input).catch((error: unknown) => toast(messageOf(error))),
      pause: timer => tell(socket?.pause(timer.id)),
      resume: timer => tell(socket?.resume(timer.id)),
      stop: timer => tell(socket?.stop(timer.id)),
      cancel: timer => tell(socket?.cancel(timer.id)),
    }
  }, [socket, toast, t])
}
