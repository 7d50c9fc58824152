// Delivers the changes in a person's log to one connection, in order and without gaps.
import { CLOSE } from '@daymark/contract/sockets/timer-socket'
import type { DeliveredChange } from '../../../features/history/delivered.ts'
import type { ChangeLog, LogPage } from '../../../features/history/log.ts'
import type { Connection } from '../connection/connection.ts'

/** If a client missed more changes than this, a full resync is cheaper for both sides. */
const MAX_MISSED = 5_000

/** The methods of a connection that delivery uses. */
export type Line = Pick<Connection, 'actor' | 'zone' | 'isOpen' | 'send' | 'sendPaced' | 'close'>

export interface DeliveryParts {
  readonly log: Pick<ChangeLog, 'after'>
  /** Returns undefined if this connection does not receive the change. */
  frameOf(change: DeliveredChange, replyTo: string | undefined): Buffer | string | undefined
  /** Called if changes may have been missed and the change log must be read. */
  catchUp(): void
}

export class Delivery {
  readonly #line: Line
  readonly #parts: DeliveryParts
  /** Changes up to this sequence number need not be sent any more. Undefined until the greeting sets it. */
  #position: number | undefined
  #paused = true
  /** True if changes were announced while delivery was paused. */
  #isBehind = false
  /** If a change answers a message, maps the change's sequence number to the message id. */
  readonly #replies = new Map<number, string>()

  constructor(line: Line, parts: DeliveryParts) {
    this.#line = line
    this.#parts = parts
  }

  /** Undefined while delivery is paused. */
  get position(): number | undefined {
    return this.#paused ? undefined : this.#position
  }

  /** Changes up to this number have been sent, also while delivery is paused. */
  get reached(): number | undefined {
    return this.#position
  }

  get isOpen(): boolean {
    return this.#line.isOpen
  }

  /** Pauses delivery while a response is prepared, because the response may be one of the changes. */
  pause(): void {
    this.#paused = true
  }

  resume(): void {
    this.#paused = false
    if (!this.#isBehind) return
    this.#isBehind = false
    this.#parts.catchUp()
  }

  /** Makes `resume` read the changes that were announced in the meantime. */
  postpone(): void {
    this.#isBehind = true
  }

  /**
   * Sends a page's new changes. Ignores a page that starts after this connection's position, because sending it would
   * skip changes.
   */
  apply(page: LogPage): void {
    if (this.#position === undefined || page.since > this.#position) return
    for (const change of page.changes) {
      if (change.seq > this.#position) this.#send(change)
    }
    this.#position = Math.max(this.#position, page.upTo)
  }

  /** Closes the connection, because sending failed or the log no longer contains the changes that it needs. */
  abandon(): void {
    this.#line.close(CLOSE.internal_error, 'connect again')
  }

  /** Sends a change as the response to a message, even if it was already sent on this connection. */
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
   * Sends every change up to `seq` that was not sent yet, and none after it. The caller can then send the state at
   * `seq`. A new connection starts at `seq`.
   */
  async reach(seq: number): Promise<void> {
    this.#position ??= seq
    while (this.#position < seq && this.#line.isOpen) {
      const page = await this.#parts.log.after(this.#line.actor.id, this.#position, seq)
      if (!page || page.upTo <= this.#position) throw new Error('The change log has a gap.')
      this.apply(page)
    }
  }

  /**
   * Sends the changes after `since` up to `upTo`, even those that this connection has already sent. Returns false if
   * the log no longer contains them, if there are too many, or if `since` is after `upTo`.
   */
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
