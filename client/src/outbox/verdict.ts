// Determines what happens to an entry after a failed attempt.
import { ApiError, NetworkError, RateLimited, Unauthorized } from '../errors.ts'
import { CommandFailed } from '../timers/command-outbox.ts'
import type { EntryError, OutboxEntry } from './entry.ts'

/** The socket was lost before the reply arrived, or is not connected. */
export class SocketLost extends Error {
  override name = 'SocketLost'
}

export type Verdict =
  /** Retry after `afterMs` if the server asked for a delay, otherwise with backoff. `fault`: an unexpected error. */
  | { readonly is: 'later'; readonly afterMs?: number; readonly offline?: true; readonly fault?: true }
  | { readonly is: 'signed-out' }
  /** Retry when the socket is connected again. */
  | { readonly is: 'socket-lost' }
  /**
   * Nothing is left to do: the item to delete does not exist, or the write ran and its item has been deleted since.
   * Its deletion arrives at the log position `seq` at the latest.
   */
  | { readonly is: 'moot'; readonly error: EntryError; readonly seq: number }
  | { readonly is: 'refused'; readonly error: EntryError }

/** After these status codes, a retry may succeed. */
const PASSING = new Set([408, 425, 429, 502, 503, 504])
/** A write that has failed this many times with an internal server error is refused. */
const MOST_FAULTS = 5

export function verdictOf(error: unknown, { operation, faults = 0 }: OutboxEntry): Verdict {
  if (error instanceof SocketLost) return { is: 'socket-lost' }
  if (error instanceof NetworkError) return { is: 'later', offline: true }
  if (error instanceof Unauthorized) return { is: 'signed-out' }
  if (error instanceof CommandFailed) return ofCommand(error, faults)
  if (!(error instanceof ApiError)) return { is: 'refused', error: unexpected(error) }
  if (error instanceof RateLimited) return { is: 'later', afterMs: error.retryAfter * 1000 }
  const isPassing = PASSING.has(error.status)
  if (isPassing || (error.status >= 500 && faults + 1 < MOST_FAULTS)) {
    const afterMs = error.retryAfter === undefined ? undefined : error.retryAfter * 1000
    return { is: 'later', ...(afterMs !== undefined && { afterMs }), ...(!isPassing && { fault: true }) }
  }
  const { status, detail, errors } = error
  // 410: the write ran, but its stored response was erased with the item. A retry with a new key would create it again.
  const isMoot = status === 410 || (status === 404 && operation.startsWith('DELETE '))
  if (isMoot) return { is: 'moot', error: { status, detail, errors }, seq: error.position ?? 0 }
  return { is: 'refused', error: { status, detail, errors } }
}

function ofCommand(error: CommandFailed, faults: number): Verdict {
  if (error.code === 'RATE_LIMIT_EXCEEDED') return { is: 'later', afterMs: (error.retryAfter ?? 1) * 1000 }
  if (error.code === 'INTERNAL_ERROR' && faults + 1 < MOST_FAULTS) return { is: 'later', fault: true }
  return { is: 'refused', error: { status: 0, code: error.code, detail: error.message, errors: [] } }
}

/** Reports a bug in the program, such as a missing path parameter. A retry would not help. */
const unexpected = (error: unknown): EntryError => ({
  status: 0,
  detail: error instanceof Error ? error.message : String(error),
  errors: [],
})
