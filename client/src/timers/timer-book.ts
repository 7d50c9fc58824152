// The known state of your own timers, kept in sync by the messages of the socket.

import type { ServerMessage } from '@daymark/contract/sockets/timer-socket'
import type { Timer } from '@daymark/contract/timers/timer'

export interface TimerBook {
  readonly timers: ReadonlyMap<string, Timer>
  /** The last change that is included; undefined before the first message with a number. */
  readonly seq: number | undefined
}

export const emptyBook: TimerBook = { timers: new Map(), seq: undefined }

const isActive = (timer: Timer): boolean => timer.status === 'RUNNING' || timer.status === 'PAUSED'

/** The state after a message; the same object if nothing changed. */
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

/** The answer lists all active timers: an active one that is not in it has ended or was deleted. */
function synced(
  book: TimerBook,
  { timers, resync }: { timers: Timer[]; resync?: boolean },
): Map<string, Timer> {
  const kept = resync ? [] : [...book.timers].filter(([, timer]) => !isActive(timer))
  return new Map([...kept, ...timers.map(timer => [timer.id, timer] as const)])
}
