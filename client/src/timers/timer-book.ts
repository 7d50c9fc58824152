// The local state of your own timers, updated by socket messages.

import type { ServerMessage } from '@daymark/contract/sockets/timer-socket'
import type { Timer } from '@daymark/contract/timers/timer'

export interface TimerBook {
  readonly timers: ReadonlyMap<string, Timer>
  /** The log position of the last included change; undefined before the first message with a `seq`. */
  readonly seq: number | undefined
}

export const emptyBook: TimerBook = { timers: new Map(), seq: undefined }

const isActive = (timer: Timer): boolean => timer.status === 'RUNNING' || timer.status === 'PAUSED'

/** Applies a message. Returns the same object if this type of message changes no timer. */
export function withMessage(book: TimerBook, message: ServerMessage): TimerBook {
  const seq = message.seq === undefined ? book.seq : Math.max(book.seq ?? 0, message.seq)
  switch (message.type) {
    case 'timer.created':
    case 'timer.updated':
      return { seq, timers: new Map(book.timers).set(message.payload.timer.id, message.payload.timer) }
    case 'timer.deleted': {
      const timers = new Map(book.timers)
      timers.delete(message.payload.timer_id)
      return { seq, timers }
    }
    case 'timer.sync_result':
      return { seq: message.seq ?? seq, timers: synced(book, message.payload) }
    default:
      return book
  }
}

/**
 * Drops active timers that the message does not list, because they have ended or were deleted. With `resync`, also
 * drops all other timers that the message does not list.
 */
function synced(
  book: TimerBook,
  { timers, resync }: { timers: Timer[]; resync?: boolean },
): Map<string, Timer> {
  const kept = resync ? [] : [...book.timers].filter(([, timer]) => !isActive(timer))
  return new Map([...kept, ...timers.map(timer => [timer.id, timer] as const)])
}
