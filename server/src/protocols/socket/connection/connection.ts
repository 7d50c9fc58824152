// Runs messages in order, disconnects slow readers, and closes when the token expires.
import { CLOSE, CLOSE_REASONS } from '@daymark/contract/sockets/timer-socket'
import type { WebSocket } from 'ws'
import type { Actor } from '../../../platform/kernel/actor.ts'
import type { Session } from '../../../platform/kernel/session.ts'
import type { Zone } from '../../../platform/kernel/time/zone.ts'

export interface Client {
  readonly session: Session
  readonly zone: Zone
  /** True for the live socket `/ws`, false for the timer socket `/ws/timers`. */
  readonly isLive: boolean
  /** The query string. The conversation interprets it. */
  readonly search: URLSearchParams
}

/** Sends the greeting and the responses of one connection. */
export interface Conversation {
  /** Sends the greeting. Messages wait until it resolves. */
  start(): Promise<void>
  /** Called with one message at a time, in order of arrival. */
  receive(frame: Frame): Promise<void>
}

/** A raw text or binary message. */
export interface Frame {
  readonly data: Buffer
  readonly binary: boolean
}

export interface ConnectionOptions {
  readonly now: () => number
  readonly ping_ms: number
  /** Counts one client ping. Returns false if there were too many. */
  mayPong(userId: string): boolean | Promise<boolean>
  /** Called for every message, pong and close frame of the client. */
  readonly noteActivity?: (() => void) | undefined
  /** Called once, when the connection has closed. */
  readonly ended: (code: number) => void
  /** Called with every message that is sent. */
  readonly sent?: ((data: Buffer | string) => void) | undefined
  readonly failed: (error: unknown) => void
}

const MAX_UNSENT_BYTES = 1_048_576
const PACE_BYTES = 262_144
/** Reading from the client pauses at this many unprocessed messages, and resumes once all are processed. */
const MAX_WAITING = 16
const MAX_MISSED_PINGS = 2
/** How long the client may take to answer a close frame. */
const CLOSE_MS = 5_000
const TEXT = { binary: false }
/** The code for a connection without a close frame (RFC 6455, 7.1.5). */
const CONNECTION_LOST = 1006

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
  #allowance = MAX_UNSENT_BYTES
  /** True once new messages are ignored. */
  #refusing = false
  #closedAt: number | undefined
  /** The latest ping that is still unanswered. */
  #ping: Buffer | undefined

  constructor(socket: WebSocket, client: Client, options: ConnectionOptions) {
    this.actor = client.session.actor
    this.zone = client.zone
    this.#socket = socket
    this.#options = options
    this.#expiresAt = client.session.expires_at
    this.#nextPing = options.now() + options.ping_ms
    // The socket closes automatically after an error. Without a listener, the error would end the process.
    socket.on('error', () => {})
    socket.on('pong', () => {
      this.#unanswered = 0
      options.noteActivity?.()
    })
    socket.on('ping', data => this.#answerPing(data))
    socket.on('message', (data, binary) => this.#onFrame({ data: data as Buffer, binary }))
    socket.on('close', code => {
      if (code !== CONNECTION_LOST) options.noteActivity?.()
      options.ended(code)
    })
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN
  }

  /** Starts the conversation. Messages that arrive earlier are processed after the greeting. */
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

  /** Sends one text message. A buffer may be shared with other connections. */
  send(data: Buffer | string): void {
    if (!this.isOpen) return
    if (this.#socket.bufferedAmount > this.#allowance) this.#closeSlow()
    else {
      this.#options.sent?.(data)
      this.#socket.send(data, TEXT)
    }
  }

  /** For large amounts of data. Waits until the message is sent if it is large or if much unsent data is buffered. */
  async sendPaced(data: Buffer | string): Promise<void> {
    if (!this.isOpen) return
    this.#options.sent?.(data)
    if (Math.max(data.length, this.#socket.bufferedAmount) <= PACE_BYTES) {
      this.#socket.send(data, TEXT)
      return
    }
    // Raises the limit for this message, so that a reader that keeps up is not disconnected.
    this.#allowance += data.length
    await new Promise<void>(resolve => this.#socket.send(data, TEXT, () => resolve()))
    this.#allowance -= data.length
  }

  close(code: number, reason: string): void {
    this.#refusing = true
    this.#closedAt ??= this.#options.now()
    this.#socket.close(code, reason)
    // Resumes reading, because the client's close frame must be read.
    if (this.#socket.isPaused) this.#socket.resume()
  }

  terminate(): void {
    this.#refusing = true
    this.#socket.terminate()
  }

  /** Finishes the current message, then closes. */
  async end(code: number, reason: string): Promise<void> {
    this.#refusing = true
    await this.#running?.catch(() => {})
    this.close(code, reason)
  }

  /** Must be called about every second. Sends pings, and closes expired and unresponsive connections. */
  tick(now: number): void {
    // A client that has stopped reading never sees the close frame, and its unsent data would stay in memory.
    if (this.#closedAt !== undefined && now >= this.#closedAt + CLOSE_MS) this.terminate()
    if (!this.isOpen) return
    // Keeps pings regular if the clock is set back.
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
    else if (isStuck) this.#closeSlow()
    else this.#socket.ping()
    this.#unanswered++
  }

  /**
   * Answers one ping at a time. If more arrive in the meantime, answers only the last one, as RFC 6455 (5.5.3) allows.
   */
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
    if (this.#socket.bufferedAmount > this.#allowance) this.#closeSlow()
    else this.#socket.pong(data)
  }

  #closeSlow(): void {
    this.close(CLOSE.too_slow, 'too slow')
  }

  #expire(): void {
    this.close(CLOSE.refused, CLOSE_REASONS.token_expired)
  }

  #onFrame(frame: Frame): void {
    this.#unanswered = 0
    this.#options.noteActivity?.()
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
