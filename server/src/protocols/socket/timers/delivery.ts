// Brings every change of a person's timers to one connection, exactly once and in order.
import { CLOSE } from '@daymark/contract/timer-socket'
import type { TimerChange } from '../../../features/timers/change.ts'
import type { TimerFeed } from '../../../features/timers/feed.ts'
import type { Connection } from '../connection/connection.ts'
import { asReply, changeFrame } from './frame.ts'

/** Beyond this, changes that arrive while they are held back are not kept but read again. */
const MOST_HELD = 500
/** Beyond this many missed changes it is cheaper for both sides to start afresh. */
const MOST_MISSED = 5_000

/** The part of a connection that is needed here. */
export type Line = Pick<Connection, 'actor' | 'zone' | 'isOpen' | 'send' | 'sendPaced' | 'close'>

export interface DeliveryEvents {
  /** Changes are missing here and must be read from the feed. */
  gap(): void
  /** A change could not be sent; the connection is closed for it. */
  failed(error: unknown): void
}

export class Delivery {
  readonly #connection: Line
  readonly #feed: Pick<TimerFeed, 'after'>
  readonly #events: DeliveryEvents
  /** The seq of the last change that was sent here; undefined until the greeting is over. */
  #position: number | undefined
  #holding = true
  #held: TimerChange[] = []
  #hasGap = false
  /** Changes that are the answer to a message, with its id. */
  readonly #replies = new Map<number, string>()

  constructor(connection: Line, feed: Pick<TimerFeed, 'after'>, events: DeliveryEvents) {
    this.#connection = connection
    this.#feed = feed
    this.#events = events
  }

  get isOpen(): boolean {
    return this.#connection.isOpen
  }

  get position(): number | undefined {
    return this.#position
  }

  /** While an answer is being made, changes wait: the answer may be one of them. */
  hold(): void {
    this.#holding = true
  }

  release(): void {
    this.#holding = false
    this.#passHeld(Number.POSITIVE_INFINITY)
    const isIncomplete = this.#hasGap || this.#held.length > 0
    this.#hasGap = false
    this.#held = []
    if (isIncomplete) this.#events.gap()
  }

  /** It may come twice, late, or not at all. Never throws, so that one bad connection cannot stop the others. */
  deliver(change: TimerChange): void {
    if (!this.#holding) {
      if (!this.#tryPass(change)) this.#events.gap()
    } else if (this.#held.length < MOST_HELD) this.#held.push(change)
    else this.#hasGap = true
  }

  /** Changes may have been lost while it is not known yet where this connection starts. */
  suspectGap(): void {
    this.#hasGap = true
  }

  /** Ends the connection: what it needs can no longer be read. */
  abandon(): void {
    this.#connection.close(CLOSE.internal_error, 'connect again')
  }

  /** Tells a change as the answer to a message; one that was told here before is told again. */
  async answer(change: TimerChange, id: string | undefined): Promise<void> {
    if (this.#position !== undefined && change.seq <= this.#position) {
      const frame = changeFrame(change, this.#connection.zone)
      this.#connection.send(id === undefined ? frame : asReply(frame, id))
      return
    }
    if (id !== undefined) this.#replies.set(change.seq, id)
    await this.reach(change.seq)
  }

  /**
   * After this, every change up to `seq` was sent here and none beyond it: what is said next about the state at
   * `seq` cannot take back what is known already. A new connection starts with it.
   */
  async reach(seq: number): Promise<void> {
    this.#position ??= seq
    this.#passHeld(seq)
    while (this.#position < seq && this.#connection.isOpen) {
      const page = await this.#feed.after(this.#connection.actor.id, this.#position, seq)
      if (page.length === 0 || !page.every(change => this.#pass(change))) {
        throw new Error('The feed has a gap.')
      }
    }
  }

  /** Sends again all changes after `since`; false when the feed does not reach back so far. */
  async sendMissed(since: number, upTo: number): Promise<boolean> {
    if (!(since <= upTo) || upTo - since > MOST_MISSED) return false
    const { actor, zone } = this.#connection
    for (let last = since; last < upTo && this.#connection.isOpen; ) {
      const page = await this.#feed.after(actor.id, last, upTo)
      if (page[0]?.seq !== last + 1) return false
      for (const change of page) {
        await this.#connection.sendPaced(changeFrame(change, zone))
        last = change.seq
        if (this.#position !== undefined) this.#position = Math.max(this.#position, last)
      }
    }
    return true
  }

  /** Keeps changes after a gap, and those after `upTo`. */
  #passHeld(upTo: number): void {
    if (this.#held.length === 0) return
    this.#held = this.#held
      .sort((a, b) => a.seq - b.seq)
      .filter(change => change.seq > upTo || !this.#pass(change))
  }

  #tryPass(change: TimerChange): boolean {
    try {
      return this.#pass(change)
    } catch (error) {
      this.#events.failed(error)
      this.abandon()
      return true
    }
  }

  /** False when a change before this one is missing. */
  #pass(change: TimerChange): boolean {
    if (this.#position === undefined || change.seq > this.#position + 1) return false
    if (change.seq <= this.#position) return true
    const frame = changeFrame(change, this.#connection.zone)
    this.#position = change.seq
    const replyTo = this.#replies.get(change.seq)
    this.#replies.delete(change.seq)
    this.#connection.send(replyTo === undefined ? frame : asReply(frame, replyTo))
    return true
  }
}
