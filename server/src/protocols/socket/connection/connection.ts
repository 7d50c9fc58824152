// One socket of a signed-in person: messages run in order, a slow reader is let go, an expired token ends it.
import { CLOSE, CLOSE_REASONS } from '@daymark/contract/sockets/timer-socket'
import type { WebSocket } from 'ws'
import type { Actor } from '../../../platform/kernel/actor.ts'
import type { Session } from '../../../platform/kernel/session.ts'
import type { Zone } from '../../../platform/kernel/time/zone.ts'

/** Who stands at the door, after the handshake. */
export interface Guest {
  readonly session: Session
  readonly zone: Zone
  /** Whether it is the live socket `/ws`, or the timer socket `/ws/timers`. */
  readonly isLive: boolean
  /** The query of the address, for what only the feature understands. */
  readonly search: URLSearchParams
}

/** What a feature does with one connection. */
export interface Conversation {
  /** Greets; messages wait until it has resolved. */
  start(): Promise<void>
  /** One message at a time, in the order of their arrival. */
  receive(frame: Frame): Promise<void>
}

/** A message as it came: bytes of a text, or of something that is none. */
export interface Frame {
  readonly data: Buffer
  readonly binary: boolean
}

export interface ConnectionOptions {
  readonly now: () => number
  readonly ping_ms: number
  /** Counts one ping of the client; false when there were too many. */
  mayPong(userId: string): boolean | Promise<boolean>
  /** Called once, when the connection has ended. */
  readonly ended: (code: number) => void
  /** Hears of every message that is sent. */
  readonly sent?: ((data: Buffer | string) => void) | undefined
  readonly failed: (error: unknown) => void
}

const MAX_UNSENT_BYTES = 1_048_576
const PACE_BYTES = 262_144
/** Beyond this the client is not read from until its messages were run. */
const MAX_WAITING = 16
const MAX_MISSED_PINGS = 2
/** How long the other side has to answer a close frame. */
const CLOSE_MS = 5_000
const TEXT = { binary: false }

export class Connection {
  readonly actor: Actor
  readonly zone: Zone
  readonly #socket: WebSocket
  readonly #options: ConnectionOptions
  readonly #expiresAt: number
  readonly #inbox: Frame[] = []
  #conversation: Conversation | undefined
  #running: Promise<void> | undefined
  #nextPing: number
  #unanswered = 0
  #unsentAtPing = 0
  /** How much may wait to be read. */
  #allowance = MAX_UNSENT_BYTES
  /** No further message is run. */
  #refusing = false
  /** When the close frame was sent. */
  #closedAt: number | undefined
  /** The last ping that is still to be answered. */
  #ping: Buffer | undefined

  constructor(socket: WebSocket, guest: Guest, options: ConnectionOptions) {
    this.actor = guest.session.actor
    this.zone = guest.zone
    this.#socket = socket
    this.#options = options
    this.#expiresAt = guest.session.expires_at
    this.#nextPing = options.now() + options.ping_ms
    // The socket ends by itself after an error; this only keeps it from ending the process.
    socket.on('error', () => {})
    socket.on('pong', () => {
      this.#unanswered = 0
    })
    socket.on('ping', data => this.#answerPing(data))
    socket.on('message', (data, binary) => this.#hear({ data: data as Buffer, binary }))
    socket.on('close', code => options.ended(code))
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN
  }

  /** Messages that have arrived meanwhile are run after the greeting. */
  async converse(conversation: Conversation): Promise<void> {
    this.#running = conversation.start()
    try {
      await this.#running
    } catch (error) {
      this.#options.failed(error)
      this.close(CLOSE.internal_error, 'internal error')
    }
    this.#running = undefined
    this.#conversation = conversation
    this.#work()
  }

  /** Whole text messages only. A buffer may be shared with other connections. */
  send(data: Buffer | string): void {
    if (!this.isOpen) return
    if (this.#socket.bufferedAmount > this.#allowance) this.#letGo()
    else {
      this.#options.sent?.(data)
      this.#socket.send(data, TEXT)
    }
  }

  /** For what may be much: waits until a large message, or one behind many others, has left. */
  async sendPaced(data: Buffer | string): Promise<void> {
    if (!this.isOpen) return
    this.#options.sent?.(data)
    if (Math.max(data.length, this.#socket.bufferedAmount) <= PACE_BYTES) {
      this.#socket.send(data, TEXT)
      return
    }
    // A reader that keeps pace with this must not be let go for it.
    this.#allowance += data.length
    await new Promise<void>(resolve => this.#socket.send(data, TEXT, () => resolve()))
    this.#allowance -= data.length
  }

  close(code: number, reason: string): void {
    this.#refusing = true
    this.#closedAt ??= this.#options.now()
    this.#socket.close(code, reason)
    // The answer to the goodbye must be read.
    if (this.#socket.isPaused) this.#socket.resume()
  }

  terminate(): void {
    this.#refusing = true
    this.#socket.terminate()
  }

  /** Finishes the message that is being run, then says goodbye. */
  async end(code: number, reason: string): Promise<void> {
    this.#refusing = true
    await this.#running?.catch(() => {})
    this.close(code, reason)
  }

  /** To be called every second or so. */
  tick(now: number): void {
    // A receiver that has stopped never reads the close frame, and would keep what is unsent in memory.
    if (this.#closedAt !== undefined && now >= this.#closedAt + CLOSE_MS) this.terminate()
    if (!this.isOpen) return
    // After the clock stepped back.
    this.#nextPing = Math.min(this.#nextPing, now + this.#options.ping_ms)
    if (now >= this.#expiresAt) this.#expire()
    else if (now >= this.#nextPing) this.#beat(now)
  }

  #beat(now: number): void {
    const unsent = this.#socket.bufferedAmount
    const isStuck = unsent > MAX_UNSENT_BYTES && unsent >= this.#unsentAtPing
    this.#unsentAtPing = unsent
    this.#nextPing = now + this.#options.ping_ms
    if (this.#unanswered >= MAX_MISSED_PINGS) this.terminate()
    else if (isStuck) this.#letGo()
    else this.#socket.ping()
    this.#unanswered++
  }

  /** One at a time: of pings that arrive meanwhile only the last is answered, as RFC 6455 (5.5.3) allows. */
  async #answerPing(data: Buffer): Promise<void> {
    const isBusy = this.#ping !== undefined
    this.#ping = data
    if (isBusy) return
    try {
      const counted = this.#options.mayPong(this.actor.id)
      const allowed = counted instanceof Promise ? await counted : counted
      if (allowed) this.#pong(this.#ping)
    } catch (error) {
      this.#options.failed(error)
    } finally {
      this.#ping = undefined
    }
  }

  #pong(data: Buffer): void {
    if (!this.isOpen) return
    if (this.#socket.bufferedAmount > this.#allowance) this.#letGo()
    else this.#socket.pong(data)
  }

  #letGo(): void {
    this.close(CLOSE.too_slow, 'too slow')
  }

  #expire(): void {
    this.close(CLOSE.refused, CLOSE_REASONS.token_expired)
  }

  #hear(frame: Frame): void {
    this.#unanswered = 0
    if (this.#refusing) return
    this.#inbox.push(frame)
    if (this.#inbox.length >= MAX_WAITING) this.#socket.pause()
    this.#work()
  }

  #work(): void {
    if (this.#running || !this.#conversation || this.#inbox.length === 0) return
    this.#running = this.#runAll(this.#conversation).finally(() => {
      this.#running = undefined
    })
  }

  async #runAll(conversation: Conversation): Promise<void> {
    for (let frame = this.#inbox.shift(); frame && !this.#refusing; frame = this.#inbox.shift()) {
      if (this.#options.now() >= this.#expiresAt) return this.#expire()
      await conversation.receive(frame).catch(this.#options.failed)
      if (this.#socket.isPaused && this.#inbox.length === 0) this.#socket.resume()
    }
  }
}
