// Keeps timer commands until their outcome is known. Each command has an id, so that the server runs it only once
// even if it is sent again.
import type { ClientMessage, ErrorCode, ServerMessage } from '@daymark/contract/sockets/timer-socket'
import type { ServerClock } from '../socket/server-clock.ts'
import { type OutboxStorage, readEntry, type StoredCommand, writeEntry } from './command-storage.ts'
import { timeOfAction } from './time-of-action.ts'

/** The server refused the command, or the command is too old to be sent. `message` has the reason. */
export class CommandFailed extends Error {
  readonly code: ErrorCode | 'TOO_OLD'
  /** With `RATE_LIMIT_EXCEEDED`: seconds to wait. */
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode | 'TOO_OLD', message: string, retryAfter?: number) {
    super(message)
    this.name = 'CommandFailed'
    this.code = code
    this.retryAfter = retryAfter
  }
}

/** A failed command that another window added, or that this page added before a reload. */
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
  lastEventAt(timerId: string): number | undefined
  failed(failure: FailedCommand): void
  /** Called when the waiting commands change. */
  changed?(waiting: readonly ClientMessage[]): void
}

/** Older commands are not sent again: the server remembers ids for only 30 days, so they might run a second time. */
const OLDEST_MS = 30 * 86_400_000
const TOO_OLD = 'This could not be sent for 30 days and has expired. Do it again if you still want it.'

export class TimerOutbox {
  readonly #parts: TimerOutboxParts
  /** This page's commands, in the order in which they were added. */
  readonly #waiting = new Map<string, Waiting>()
  /** Stored commands from other windows, or from this page before a reload. This window sends them too. */
  readonly #adopted = new Map<string, StoredCommand>()
  #count = 0
  #shown: readonly ClientMessage[] | undefined

  constructor(parts: TimerOutboxParts) {
    this.#parts = parts
    this.#adopt()
  }

  /** All known commands without an outcome. Returns the same list until it changes. */
  get waiting(): readonly ClientMessage[] {
    this.#shown ??= this.#inOrder().map(entry => this.#stamped(entry))
    return this.#shown
  }

  add(id: string, command: Command): Promise<ServerMessage> {
    const { clock, storage } = this.#parts
    // The user has seen the last event, so the action is not dated before it.
    const notBefore = this.#lastEventAt(command) ?? 0
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

  /** Returns a command's message; undefined if it is no longer waiting. */
  message(id: string): ClientMessage | undefined {
    const entry = this.#waiting.get(id) ?? this.#adopted.get(id)
    return entry && this.#stamped(entry)
  }

  /** Returns all commands without an outcome, in order, including those from other windows. Fails expired ones. */
  take(): ClientMessage[] {
    this.#adopt()
    const oldest = this.#parts.clock.now() - OLDEST_MS
    const expired = this.#inOrder().filter(entry => this.#pressedAt(entry) < oldest)
    for (const { message } of expired) this.#fail(message.id, new CommandFailed('TOO_OLD', TOO_OLD))
    // Updates the list, because the server's clock is now known and other windows may have changed commands.
    this.#changed()
    return [...this.waiting]
  }

  /** Settles the command that a message replies to. If the command must be sent again, returns its id and a delay. */
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

  /** Discards one of this page's waiting commands and rejects its promise with the reason. It is not sent again. */
  drop(id: string, reason: unknown): void {
    if (this.#waiting.has(id)) this.#remove(id)?.reject(reason)
  }

  /** Rejects all of this page's commands. Stored commands stay in the storage. */
  abandon(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
    this.#adopted.clear()
    this.#shown = undefined
  }

  #inOrder(): StoredCommand[] {
    const adopted = [...this.#adopted.values()].sort((a, b) => a.order - b.order)
    // Adopted commands come first, because with the same `device_at`, a command from before a reload is older.
    return [...adopted, ...this.#waiting.values()].sort((a, b) => a.device_at - b.device_at)
  }

  #changed(): void {
    this.#shown = undefined
    this.#parts.changed?.(this.waiting)
  }

  /** Reads the storage again, because other windows may have added, settled or discarded commands. */
  #adopt(): void {
    this.#adopted.clear()
    for (const [id, text] of this.#parts.storage?.load() ?? []) {
      const entry = this.#waiting.has(id) ? undefined : readEntry(id, text)
      if (entry) this.#adopted.set(id, entry)
    }
  }

  #fail(id: string, error: CommandFailed): void {
    const adopted = this.#adopted.get(id)
    // The window that added this command may already have reported the failure and removed it from the storage.
    const isUnreported = adopted !== undefined && this.#isStored(id)
    this.#remove(id)?.reject(error)
    if (isUnreported) this.#parts.failed({ command: adopted.message, error })
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

  /** Returns the time of the user's action on the server's clock. */
  #pressedAt({ device_at, server_at }: StoredCommand): number {
    return server_at ?? this.#parts.clock.correct(device_at)
  }

  #lastEventAt({ payload }: Pick<ClientMessage, 'payload'>): number | undefined {
    const id = 'timer_id' in payload ? payload.timer_id : undefined
    return id ? this.#parts.lastEventAt(id) : undefined
  }

  /** Returns the command's message with the time of the user's action, unless the caller has set a time. */
  #stamped(entry: StoredCommand): ClientMessage {
    const { message } = entry
    const ms = timeOfAction(this.#pressedAt(entry), this.#parts.clock.now(), this.#lastEventAt(message))
    const at = new Date(ms).toISOString()
    const own = 'at' in message.payload ? message.payload.at : undefined
    return { ...message, payload: { ...message.payload, at: own ?? at } } as ClientMessage
  }
}
