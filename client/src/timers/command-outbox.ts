// Commands that wait for their outcome. Each has an id, so that sending it again after a lost connection does nothing twice.
import type { ClientMessage, ErrorCode, ServerMessage } from '@daymark/contract/sockets/timer-socket'
import type { ServerClock } from '../socket/server-clock.ts'
import { type OutboxStorage, readEntry, type StoredCommand, writeEntry } from './command-storage.ts'

/** The server refused the command, or it is too old to be sent; `message` says why. */
export class CommandFailed extends Error {
  readonly code: ErrorCode | 'TOO_OLD'
  /** With `RATE_LIMIT_EXCEEDED`: how long to wait, in seconds. */
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode | 'TOO_OLD', message: string, retryAfter?: number) {
    super(message)
    this.name = 'CommandFailed'
    this.code = code
    this.retryAfter = retryAfter
  }
}

/** A command that failed although nobody waits for its outcome: the page was reloaded, or its window closed. */
export interface FailedCommand {
  command: ClientMessage
  error: CommandFailed
}

export type Command = Exclude<ClientMessage, { type: 'timer.sync' }>

interface Waiting extends StoredCommand {
  resolve(reply: ServerMessage): void
  reject(reason: unknown): void
}

export interface TimerOutboxParts {
  storage: OutboxStorage | undefined
  clock: ServerClock
  failed(failure: FailedCommand): void
  /** Hears of every change of what waits. */
  changed?(waiting: readonly ClientMessage[]): void
}

/** The server remembers ids for as long: an older command might be done a second time. */
const OLDEST_MS = 30 * 86_400_000
const TOO_OLD =
  'This was not sent for more than 30 days and is not sent any more. Do it again if you still want it.'

export class TimerOutbox {
  readonly #parts: TimerOutboxParts
  /** In the order in which they were given. */
  readonly #waiting = new Map<string, Waiting>()
  /** Commands of other windows, and of this page before it was reloaded, that were sent from here. */
  readonly #adopted = new Map<string, StoredCommand>()
  #count = 0
  #shown: readonly ClientMessage[] | undefined

  constructor(parts: TimerOutboxParts) {
    this.#parts = parts
    this.#adopt()
  }

  /** All commands that wait for an outcome, as far as this window knows; the same list until that changes. */
  get waiting(): readonly ClientMessage[] {
    this.#shown ??= this.#inOrder().map(entry => this.#stamped(entry))
    return this.#shown
  }

  /** `notBefore`: the last event of the timer that is known here. */
  add(id: string, command: Command, notBefore = 0): Promise<ServerMessage> {
    const { clock, storage } = this.#parts
    const entry: StoredCommand = {
      message: { ...command, id },
      device_at: clock.deviceNow(),
      server_at: clock.isKnown ? Math.max(clock.now(), notBefore) : null,
      order: this.#count++,
    }
    const { promise, resolve, reject } = Promise.withResolvers<ServerMessage>()
    this.#waiting.set(id, { ...entry, resolve, reject })
    storage?.save(id, writeEntry(entry))
    this.#changed()
    return promise
  }

  /** A command as it is sent; undefined when it is not waiting any more. */
  message(id: string): ClientMessage | undefined {
    const entry = this.#waiting.get(id) ?? this.#adopted.get(id)
    return entry && this.#stamped(entry)
  }

  /** All commands that wait for an outcome, those of other windows too, in order. Too old ones are reported instead. */
  take(): ClientMessage[] {
    this.#adopt()
    const oldest = this.#parts.clock.now() - OLDEST_MS
    const expired = this.#inOrder().filter(entry => this.#pressedAt(entry) < oldest)
    for (const { message } of expired) this.#fail(message.id, new CommandFailed('TOO_OLD', TOO_OLD))
    // The server's clock is known by now, and other windows may have settled or given commands.
    this.#changed()
    return [...this.waiting]
  }

  /** Takes the outcome out of a message; gives the id back when the command should be sent again later. */
  settle(message: ServerMessage): { again: string; afterMs: number } | undefined {
    const id = message.reply_to ?? ''
    if (!this.#waiting.has(id) && !this.#adopted.has(id)) return undefined
    if (message.type === 'error' && message.payload.code === 'RATE_LIMIT_EXCEEDED') {
      return { again: id, afterMs: (message.payload.retry_after ?? 1) * 1000 }
    }
    if (message.type === 'error')
      this.#fail(id, new CommandFailed(message.payload.code, message.payload.message))
    else this.#remove(id)?.resolve(message)
    return undefined
  }

  /** Gives one up: it is not sent again, and its waiting ends with the reason. */
  drop(id: string, reason: unknown): void {
    if (this.#waiting.has(id)) this.#remove(id)?.reject(reason)
  }

  /** Ends the waiting of this page; stored commands stay stored. */
  abandon(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
    this.#adopted.clear()
    this.#shown = undefined
  }

  #inOrder(): StoredCommand[] {
    const adopted = [...this.#adopted.values()].sort((a, b) => a.order - b.order)
    // Adopted ones first: of the same millisecond they are the older ones, if they are from before a reload.
    return [...adopted, ...this.#waiting.values()].sort((a, b) => a.device_at - b.device_at)
  }

  #changed(): void {
    this.#shown = undefined
    this.#parts.changed?.(this.waiting)
  }

  /** What another window has settled or given up is no longer stored. */
  #adopt(): void {
    this.#adopted.clear()
    for (const [id, text] of this.#parts.storage?.load() ?? []) {
      const entry = this.#waiting.has(id) ? undefined : readEntry(id, text)
      if (entry) this.#adopted.set(id, entry)
    }
  }

  #fail(id: string, error: CommandFailed): void {
    const adopted = this.#adopted.get(id)
    // The window that it was given in may have told its person already.
    const isUntold = adopted !== undefined && this.#isStored(id)
    this.#remove(id)?.reject(error)
    if (isUntold) this.#parts.failed({ command: adopted.message, error })
  }

  #remove(id: string): Waiting | undefined {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    this.#adopted.delete(id)
    this.#parts.storage?.remove(id)
    this.#changed()
    return waiting
  }

  #isStored(id: string): boolean {
    for (const [stored] of this.#parts.storage?.load() ?? []) if (stored === id) return true
    return false
  }

  /** By the server's clock. */
  #pressedAt({ device_at, server_at }: StoredCommand): number {
    return server_at ?? this.#parts.clock.correct(device_at)
  }

  /** With the time of the press, unless the caller has named one. */
  #stamped(entry: StoredCommand): ClientMessage {
    const { message } = entry
    const at = new Date(Math.min(this.#pressedAt(entry), this.#parts.clock.now())).toISOString()
    const own = 'at' in message.payload ? message.payload.at : undefined
    return { ...message, payload: { ...message.payload, at: own ?? at } } as ClientMessage
  }
}
