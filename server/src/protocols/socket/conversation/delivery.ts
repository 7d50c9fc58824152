// Delivers every change of a person's data to one connection, exactly once and in order.
import { CLOSE } from '@daymark/contract/sockets/timer-socket'
import type { DeliveredChange } from '../../../features/history/delivered.ts'
import type { ChangeLog, LogPage } from '../../../features/history/log.ts'
import type { Connection } from '../connection/connection.ts'

/** Beyond this many missed changes, it is cheaper for both sides to start over. */
const MAX_MISSED = 5_000

/** The part of a connection that is needed here. */
export type Line = Pick<Connection, 'actor' | 'zone' | 'isOpen' | 'send' | 'sendPaced' | 'close'>

export interface DeliveryParts {
  readonly log: Pick<ChangeLog, 'after'>
  /** The message about a change; undefined if this connection does not receive it. */
  frameOf(change: DeliveredChange, replyTo: string | undefined): Buffer | string | undefined
  /** There is a gap here: read the log. */
  catchUp(): void
}

export class Delivery {
  readonly #line: Line
  readonly #parts: DeliveryParts
  /** Everything up to this number was sent here; undefined until the greeting is over. */
  #position: number | undefined
  #paused = true
  /** Changes were announced while delivery was paused. */
  #isBehind = false
  /** Changes that are the answer to a message, with its id. */
  readonly #replies = new Map<number, string>()

  constructor(line: Line, parts: DeliveryParts) {
    this.#line = line
    this.#parts = parts
  }

  /** Undefined while changes have to wait. */
  get position(): number | undefined {
    return this.#paused ? undefined : this.#position
  }

  get isOpen(): boolean {
    return this.#line.isOpen
  }

  /** While an answer is being prepared, changes wait: the answer may be one of them. */
  pause(): void {
    this.#paused = true
  }

  resume(): void {
    this.#paused = false
    if (!this.#isBehind) return
    this.#isBehind = false
    this.#parts.catchUp()
  }

  /** There are changes that could not be sent yet because delivery is paused. */
  postpone(): void {
    this.#isBehind = true
  }

  /** Sends what is new in a page. A page that starts after this connection's position does not fit and is ignored. */
  apply(page: LogPage): void {
    if (this.#position === undefined || page.since > this.#position) return
    for (const change of page.changes) {
      if (change.seq > this.#position) this.#send(change)
    }
    this.#position = Math.max(this.#position, page.upTo)
  }

  /** Closes the connection: the log no longer contains what it needs, or it cannot be written to. */
  abandon(): void {
    this.#line.close(CLOSE.internal_error, 'connect again')
  }

  /** Sends a change as the answer to a message; one that was already sent here is sent again. */
  async answer(change: DeliveredChange, id: string | undefined): Promise<void> {
    if (this.#position !== undefined && change.seq <= this.#position) {
      const frame = this.#parts.frameOf(change, id)
      if (frame !== undefined) this.#line.send(frame)
      return
    }
    if (id !== undefined) this.#replies.set(change.seq, id)
    await this.reach(change.seq)
  }

  /**
   * After this, every change up to `seq` was sent here and none beyond it, so the state at `seq` that is sent next
   * cannot contradict what the client knows. A new connection starts with it.
   */
  async reach(seq: number): Promise<void> {
    this.#position ??= seq
    while (this.#position < seq && this.#line.isOpen) {
      const page = await this.#parts.log.after(this.#line.actor.id, this.#position, seq)
      if (!page || page.upTo <= this.#position) throw new Error('The change log has a gap.')
      this.apply(page)
    }
  }

  /** Sends all changes after `since` again; false if the log does not reach back that far. */
  async sendMissed(since: number, upTo: number): Promise<boolean> {
    if (!(since <= upTo) || upTo - since > MAX_MISSED) return false
    for (let last = since; last < upTo && this.#line.isOpen; ) {
      const page = await this.#parts.log.after(this.#line.actor.id, last, upTo)
      if (!page) return false
      for (const change of page.changes) {
        const frame = this.#parts.frameOf(change, undefined)
        if (frame !== undefined) await this.#line.sendPaced(frame)
      }
      last = page.upTo
      if (this.#position !== undefined) this.#position = Math.max(this.#position, last)
    }
    return true
  }

  #send(change: DeliveredChange): void {
    const replyTo = this.#replies.get(change.seq)
    this.#replies.delete(change.seq)
    const frame = this.#parts.frameOf(change, replyTo)
    if (frame !== undefined) this.#line.send(frame)
  }
}
