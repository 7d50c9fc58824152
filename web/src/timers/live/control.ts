// Starting, pausing, resuming and stopping from any page, with the server's sentence when it refuses.

import { CommandFailed, type TimerSocket } from '@daymark/client'
import type { Timer } from '@daymark/contract/timers/timer'
import { useMemo } from 'react'
import { useRemoval } from '../../design/deleting/use-removal.ts'
import { messageOf } from '../../design/message.ts'
import { useToast } from '../../design/toast.tsx'
import { useTexts } from '../../session/language.tsx'
import { shellTexts } from '../../shell/texts.ts'
import { timerTexts } from '../texts.ts'
import { useTimerSocket } from './live.tsx'
import { stopId } from './order.ts'

export interface StartInput {
  /** Chosen here: given twice, the timer is started once. */
  id?: string
  title?: string
  /** Seconds. */
  allocated_duration: number
  schedule_id?: string
  todo_id?: string
  tag_ids?: string[]
}

export interface TimerControl {
  start(input: StartInput): void
  /**
   * Resolves when the timer runs, or when its start is kept until there is a connection; rejects with the reason.
   * What was kept may be refused later.
   */
  begin(input: StartInput, onLateRefusal?: () => void): Promise<void>
  pause(timer: Timer): void
  resume(timer: Timer): void
  /** Pauses at once and stops when the time for "Undo" is over. */
  stop(timer: Timer): void
  cancel(timer: Timer): void
}

export function useTimerControl(): TimerControl {
  const socket = useTimerSocket()
  const toast = useToast()
  const t = useTexts(shellTexts)
  const words = useTexts(timerTexts)
  const later = useRemoval('timers')
  return useMemo(() => {
    /** Every other end of the waiting leaves the command where it is kept. */
    const tell = (outcome: Promise<unknown> | undefined, onRefusal?: () => void) =>
      void outcome?.catch((error: unknown) => {
        if (!(error instanceof CommandFailed)) return
        toast(messageOf(error))
        onRefusal?.()
      })
    /** Resolves when the server has done it, or when it is kept until there is a connection. */
    const accepted = async (
      order: (socket: TimerSocket) => Promise<unknown>,
      onLateRefusal?: () => void,
    ): Promise<void> => {
      if (!socket) throw new Error(t.unreachable)
      const outcome = order(socket)
      const isKept = Promise.withResolvers<'kept'>()
      const stop = socket.on('state', () => isKept.resolve('kept'))
      if (socket.state !== 'live') isKept.resolve('kept')
      try {
        if ((await Promise.race([outcome, isKept.promise])) === 'kept') tell(outcome, onLateRefusal)
      } catch (error) {
        if (error instanceof CommandFailed) throw error
      } finally {
        stop()
      }
    }
    const begin = (input: StartInput, onLateRefusal?: () => void) =>
      accepted(to => to.start(input), onLateRefusal)
    return {
      begin,
      start: input => void begin(input).catch((error: unknown) => toast(messageOf(error))),
      pause: timer => tell(socket?.pause(timer.id)),
      resume: timer => tell(socket?.resume(timer.id)),
      stop(timer) {
        if (timer.is_running) tell(socket?.pause(timer.id))
        later({
          id: stopId(timer.id),
          text: words.stopped(timer.title ?? words.untitled),
          undo: words.undo,
          run: () => accepted(to => to.stop(timer.id)),
          isKept: true,
          onUndo: () => {
            if (timer.is_running) tell(socket?.resume(timer.id))
          },
        })
      },
      cancel: timer => tell(socket?.cancel(timer.id)),
    }
  }, [socket, toast, later, t, words])
}
