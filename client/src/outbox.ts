// Commands that wait for their outcome. Each has an id, so that sending it again after a lost connection does nothing twice.
import type { ClientMessage, ErrorCode, ServerMessage } from '@daymark/contract/timer-socket'

/** The server refused the command; `message` says why. */
export class CommandFailed extends Error {
  readonly code: ErrorCode

  constructor(code: ErrorCode, message: string) {
    super(message)
    this.name = 'CommandFailed'
    this.code = code
  }
}

/** Keeps waiting commands over a reload of the page; any storage of texts will do. */
export interface OutboxStorage {
  load(): string | undefined
  save(text: string): void
}

type Outgoing = ClientMessage & { id: string }
interface Waiting {
  message: Outgoing
  resolve(reply: ServerMessage): void
  reject(reason: unknown): void
}

export class Outbox {
  readonly #waiting = new Map<string, Waiting>()
  readonly #storage: OutboxStorage | undefined

  constructor(storage?: OutboxStorage) {
    this.#storage = storage
    for (const message of parse(storage?.load())) {
      // Nobody of this page waits for the outcome any more; it arrives as an ordinary change.
      this.#waiting.set(message.id, { message, resolve: () => {}, reject: () => {} })
    }
  }

  /** In the order in which they were given. */
  get messages(): Outgoing[] {
    return [...this.#waiting.values()].map(each => each.message)
  }

  add(message: Outgoing): Promise<ServerMessage> {
    const { promise, resolve, reject } = Promise.withResolvers<ServerMessage>()
    this.#waiting.set(message.id, { message, resolve, reject })
    this.#save()
    return promise
  }

  /** Takes the outcome out of a message; gives the command back when it should be sent again later. */
  settle(message: ServerMessage): { again: Outgoing; afterMs: number } | undefined {
    const waiting = this.#waiting.get(message.reply_to ?? '')
    if (!waiting) return undefined
    if (message.type === 'error' && message.payload.code === 'RATE_LIMIT_EXCEEDED') {
      return { again: waiting.message, afterMs: (message.payload.retry_after ?? 1) * 1000 }
    }
    this.#waiting.delete(waiting.message.id)
    this.#save()
    if (message.type === 'error')
      waiting.reject(new CommandFailed(message.payload.code, message.payload.message))
    else waiting.resolve(message)
    return undefined
  }

  /** Gives one up: it is not sent again, and its waiting ends with the reason. */
  drop(id: string, reason: unknown): void {
    const waiting = this.#waiting.get(id)
    if (!waiting) return
    this.#waiting.delete(id)
    this.#save()
    waiting.reject(reason)
  }

  /** Ends the waiting of this page; stored commands stay stored. */
  abandon(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }

  #save(): void {
    this.#storage?.save(JSON.stringify(this.messages))
  }
}

function parse(text: string | undefined): Outgoing[] {
  try {
    const messages: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(messages) ? messages.filter(each => typeof each?.id === 'string') : []
  } catch {
    return []
  }
}
