// A WebSocket that detects dead connections and reconnects. The timer socket and the live socket use it.

import { BEARER_PROTOCOL, CLOSE, CLOSE_REASONS } from '@daymark/contract/sockets/socket-codes'
import { parseInstant } from '@daymark/contract/validation/instant'
import { type Backoff, backoff } from '../backoff.ts'
import type { Connection } from '../connection.ts'
import type { SocketState } from '../timers/socket-options.ts'
import { ServerClock } from './server-clock.ts'

/** The time limit for a new connection's first message. */
const GREETING_MS = 30_000
/** A connection that is silent for `QUIET_MS` is pinged, and the reply may take `ANSWER_MS`. */
const QUIET_MS = 45_000
const ANSWER_MS = 10_000
/** The minimum delay after "too many connections", because every attempt counts toward the limit. */
const CROWDED_MS = 15_000

export const UNKNOWN_ZONE =
  'The server does not know this `timezone`. Use UTC, an offset (+HH:MM) or an IANA name such as Europe/Berlin.'

export interface SocketMessage {
  readonly type: string
  readonly timestamp: string
}

export interface SocketParts<Message extends SocketMessage> {
  readonly connection: Connection
  /** Replaces the global `WebSocket`. */
  readonly WebSocket?: typeof WebSocket | undefined
  /** Divides all waiting times, for tests. */
  readonly speed?: number
  /** Returns the path and query. Called before every attempt, because `since` changes. */
  path(): string
  /** Returns a message that the server answers at once, to check a silent connection. */
  ping(): object
  receive(message: Message): void
  changed(state: SocketState): void
  /** The server is reachable, but rejects the connection because there are too many. */
  crowded?(): void
  /** The server has rejected the connection permanently. The socket does not reconnect. */
  rejected(error: Error): void
}

/** These messages carry the current time. Other messages, such as a missed change, may carry an old time. */
const TELLS_TIME = new Set(['connected', 'timer.sync_result', 'synced'])

export class ReconnectingSocket<Message extends SocketMessage> {
  readonly clock = new ServerClock()
  readonly #parts: SocketParts<Message>
  readonly #backoff: Backoff
  readonly #speed: number
  #state: SocketState = 'connecting'
  #socket: WebSocket | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #refused: string | undefined
  #closed = false
  /** Counts calls of `open`, because only the latest may go on after waiting for the token. */
  #attempt = 0

  constructor(parts: SocketParts<Message>) {
    this.#parts = parts
    this.#speed = parts.speed ?? 1
    this.#backoff = backoff(this.#speed)
  }

  get state(): SocketState {
    return this.#state
  }

  get isClosed(): boolean {
    return this.#closed
  }

  /** Sends only in the state `live`. Otherwise, returns false. */
  send(message: object | undefined): boolean {
    if (!message || this.#state !== 'live' || !this.#socket) return false
    this.#socket.send(JSON.stringify(message))
    return true
  }

  /** Call this when all missed messages have arrived. */
  markCaughtUp(): void {
    this.#backoff.reset()
    this.#refused = undefined
    this.#setState('live')
  }

  /** Reconnects at once. Call it after signing in again, or when the browser is online again. */
  retry(): void {
    if (this.#closed || this.#state === 'live') return
    this.#refused = undefined
    this.#backoff.reset()
    this.#again(0)
  }

  /** Closes the connection permanently. */
  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    this.#socket?.close(1000)
  }

  /** Drops the connection without reconnecting, until `open` is called. */
  disconnect(): void {
    this.#attempt++
    clearTimeout(this.#timer)
    this.#socket?.close(1000)
    this.#socket = undefined
    this.#setState('connecting')
  }

  async open(): Promise<void> {
    const attempt = ++this.#attempt
    const isOver = () => this.#closed || attempt !== this.#attempt
    this.#setState('connecting')
    const { connection } = this.#parts
    let token: string | undefined
    try {
      token = await connection.token(this.#refused)
    } catch {
      if (isOver()) return
      // Renewing the token needs the network, so a failure does not mean that the user is signed out.
      return this.#failed(this.#backoff.next())
    }
    if (isOver()) return
    if (token === undefined || token === this.#refused) return this.#setState('unauthorized')
    const url = `${connection.baseUrl}${this.#parts.path()}`.replace(/^http/, 'ws')
    const before = this.#socket
    const socket = this.#create(url, BEARER_PROTOCOL + token)
    if (!socket) return this.#failed(this.#backoff.next())
    this.#socket = socket
    // An attempt from before `retry` may still be connecting. Its connection must not stay open.
    before?.close(1000)
    const giveUp = () => {
      socket.close(4000, 'no answer')
      // The `close` event may be late or missing, because the other side does not respond.
      this.#lost(socket, { code: 4000, reason: '' }, token)
    }
    this.#wait(GREETING_MS / this.#speed, giveUp)
    socket.onmessage = event => {
      if (socket !== this.#socket || this.#closed) return
      this.#watch(giveUp)
      this.#receive(JSON.parse(String(event.data)) as Message)
    }
    socket.onclose = event => this.#lost(socket, event, token)
    socket.onerror = () => {}
  }

  /** Returns undefined if the constructor throws, for example because a content security policy forbids sockets. */
  #create(url: string, protocol: string): WebSocket | undefined {
    try {
      return new (this.#parts.WebSocket ?? WebSocket)(url, [protocol])
    } catch {
      return undefined
    }
  }

  #receive(message: Message): void {
    const serverMs = TELLS_TIME.has(message.type) ? parseInstant(message.timestamp) : undefined
    if (serverMs !== undefined) this.clock.set(serverMs)
    this.#parts.receive(message)
  }

  /** Pings after a silence, because a connection can die unnoticed, for example while a laptop sleeps. */
  #watch(giveUp: () => void): void {
    this.#wait(QUIET_MS / this.#speed, () => {
      this.send(this.#parts.ping())
      this.#wait(ANSWER_MS / this.#speed, giveUp)
    })
  }

  /** Replaces the previous timer, because a connection waits for only one thing at a time. */
  #wait(ms: number, then: () => void): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(then, ms)
  }

  #lost(socket: WebSocket, event: { code: number; reason: string }, token: string): void {
    if (this.#closed || socket !== this.#socket) return
    clearTimeout(this.#timer)
    this.#socket = undefined
    const expired = event.code === CLOSE.refused && event.reason === CLOSE_REASONS.token_expired
    if (event.code === CLOSE.refused && event.reason === CLOSE_REASONS.unauthorized) this.#refused = token
    if (event.code === CLOSE.refused && event.reason === CLOSE_REASONS.invalid_timezone)
      this.#rejected(new RangeError(UNKNOWN_ZONE))
    else if (event.code === CLOSE.too_many) this.#crowded()
    else this.#failed(expired ? 0 : this.#backoff.next())
  }

  #rejected(error: Error): void {
    this.#closed = true
    this.#setState('offline')
    this.#parts.rejected(error)
  }

  /** Sets the state to `connecting` instead of `offline`, because the server has responded. */
  #crowded(): void {
    this.#setState('connecting')
    this.#parts.crowded?.()
    this.#again(CROWDED_MS / this.#speed + this.#backoff.next())
  }

  #failed(againAfterMs: number): void {
    this.#setState('offline')
    this.#again(againAfterMs)
  }

  /** Reconnects after a delay, unless `close` was called while the socket was connecting or by a listener. */
  #again(afterMs: number): void {
    if (this.#closed) return
    this.#wait(afterMs, () => void this.open())
  }

  #setState(state: SocketState): void {
    if (state === this.#state) return
    this.#state = state
    this.#parts.changed(state)
  }
}
