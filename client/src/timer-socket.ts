// The timer socket of a client: connects, returns after a loss, misses nothing, does no command twice.

import { BEARER_PROTOCOL, CLOSE, CLOSE_REASONS } from '@daymark/contract/sockets/socket-codes'
import type { ClientMessage, ServerMessage } from '@daymark/contract/sockets/timer-socket'
import type { Timer } from '@daymark/contract/timers/timer'
import { parseInstant } from '@daymark/contract/validation/instant'
import { backoff } from './backoff.ts'
import type { Connection } from './connection.ts'
import type { TimerCreate } from './nouns.ts'
import { randomId } from './random-id.ts'
import { Emitter } from './timers/emitter.ts'
import { type Command, Outbox } from './timers/outbox.ts'
import { ServerClock } from './timers/server-clock.ts'
import type { CommandOptions, SocketEvents, SocketOptions, SocketState } from './timers/socket-options.ts'
import { emptyBook, type TimerBook, withMessage } from './timers/timer-book.ts'

/** Silence after which we ask whether the connection still lives, and how long the answer may take. */
const QUIET_MS = 45_000
const ANSWER_MS = 10_000
/** After "too many connections" quick attempts would only prolong it. */
const CROWDED_MS = 15_000

const lastEventAt = (timer: Timer | undefined): number | undefined =>
  parseInstant(timer?.pause_history.at(-1)?.at ?? '')

/** Opened by `client.timers.connect()`. Connects at once, and again after every loss, until it is closed. */
export class TimerSocket {
  readonly #connection: Connection
  readonly #options: SocketOptions
  readonly #outbox: Outbox
  readonly #backoff = backoff()
  readonly #events = new Emitter<SocketEvents>()
  #book: TimerBook = emptyBook
  #state: SocketState = 'connecting'
  #socket: WebSocket | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #refused: string | undefined
  readonly #clock = new ServerClock()
  #closed = false

  constructor(connection: Connection, options: SocketOptions = {}) {
    this.#connection = connection
    this.#options = options
    this.#outbox = new Outbox({
      storage: options.outbox,
      clock: this.#clock,
      failed: failure => this.#events.emit('failed', failure),
      changed: waiting => this.#events.emit('waiting', waiting),
    })
    options.signal?.addEventListener('abort', () => this.close(), { once: true })
    if (options.signal?.aborted) this.close()
    else void this.#open()
  }

  /** Whether commands reach the server at once; given in another state they wait. */
  get state(): SocketState {
    return this.#state
  }

  /** Own timers by id: the active ones, and those that changed while connected. */
  get timers(): ReadonlyMap<string, Timer> {
    return this.#book.timers
  }

  /** Commands that wait for their outcome, in order, each with the time of its press; see `withCommands`. */
  get waiting(): readonly ClientMessage[] {
    return this.#outbox.waiting
  }

  /** The server's clock in epoch milliseconds, as it is known here; for `elapsedMs`. */
  serverNow(): number {
    return this.#clock.now()
  }

  /** Calls the listener at every event of this type; the answer is a function that ends that. */
  on<K extends keyof SocketEvents>(type: K, listener: (event: SocketEvents[K]) => void): () => void {
    return this.#events.on(type, listener)
  }

  /** Starts a timer. Rejects with `CommandFailed` when the server refuses. Its id is chosen here, for later commands. */
  start = (input: TimerCreate, options?: CommandOptions): Promise<Timer> =>
    this.#command({ type: 'timer.create', payload: { ...input, id: input.id ?? randomId() } }, options)
  /** Pauses a running timer. */
  pause = (id: string, options?: CommandOptions) => this.#control('timer.pause', id, options)
  /** Resumes a paused timer. */
  resume = (id: string, options?: CommandOptions) => this.#control('timer.resume', id, options)
  /** Completes a running or paused timer. */
  stop = (id: string, options?: CommandOptions) => this.#control('timer.stop', id, options)
  /** Ends a running or paused timer without completing it. */
  cancel = (id: string, options?: CommandOptions) => this.#control('timer.cancel', id, options)

  /** Tries at once: after signing in again, or when the browser says that it is online. */
  retry(): void {
    if (this.#closed || this.#state === 'live') return
    this.#refused = undefined
    this.#backoff.reset()
    this.#again(0)
  }

  /** Ends the connection for good; waiting commands are rejected. */
  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    this.#socket?.close(1000)
    this.#outbox.abandon(new Error('The timer socket was closed.'))
    this.#events.clear()
  }

  #control(
    type: 'timer.pause' | 'timer.resume' | 'timer.stop' | 'timer.cancel',
    timer_id: string,
    options?: CommandOptions,
  ): Promise<Timer> {
    return this.#command({ type, payload: { timer_id } }, options)
  }

  async #command(command: Command, { signal }: CommandOptions = {}): Promise<Timer> {
    signal?.throwIfAborted()
    const id = randomId()
    const drop = () => this.#outbox.drop(id, signal?.reason)
    signal?.addEventListener('abort', drop, { once: true })
    const known = 'timer_id' in command.payload ? this.timers.get(command.payload.timer_id) : undefined
    const outcome = this.#outbox
      .add(id, command, lastEventAt(known))
      .finally(() => signal?.removeEventListener('abort', drop))
    // A clock that may be wrong says nothing useful of a command that is sent at once.
    this.#send(this.#clock.isSteady ? this.#outbox.message(id) : { ...command, id })
    const reply = await outcome
    if (reply.type === 'timer.created' || reply.type === 'timer.updated') return reply.payload.timer
    throw new Error(`The server answered with ${reply.type}.`)
  }

  #send(message: object | undefined): void {
    if (message && this.#state === 'live') this.#socket?.send(JSON.stringify(message))
  }

  async #open(): Promise<void> {
    this.#setState('connecting')
    let token: string | undefined
    try {
      token = await this.#connection.token(this.#refused)
    } catch {
      // Renewing the token needs the network too: that it failed does not mean that nobody is signed in.
      this.#setState('offline')
      return this.#again(this.#backoff.next())
    }
    if (this.#closed) return
    if (token === undefined || token === this.#refused) return this.#setState('unauthorised')
    const Socket = this.#options.WebSocket ?? WebSocket
    const socket = new Socket(this.#url(), [BEARER_PROTOCOL + token])
    this.#socket = socket
    socket.onmessage = event => this.#receive(JSON.parse(String(event.data)) as ServerMessage)
    socket.onclose = event => this.#lost(socket, event, token)
    socket.onerror = () => {}
  }

  #url(): string {
    const url = new URL(`${this.#connection.baseUrl}/v1/ws/timers`.replace(/^http/, 'ws'))
    if (this.#options.timezone) url.searchParams.set('timezone', this.#options.timezone)
    if (this.#book.seq !== undefined) url.searchParams.set('since', String(this.#book.seq))
    return url.href
  }

  #receive(message: ServerMessage): void {
    this.#watch()
    // Only these tell the present; the time of a change may be long past when it is sent again.
    if (message.type === 'connected' || message.type === 'timer.sync_result') {
      const serverMs = parseInstant(message.timestamp)
      if (serverMs !== undefined) this.#clock.set(serverMs)
    }
    const book = withMessage(this.#book, message)
    const changed = book !== this.#book
    this.#book = book
    if (message.type === 'timer.sync_result' && this.#state !== 'live') this.#welcome()
    const later = this.#outbox.settle(message)
    if (later) setTimeout(() => this.#send(this.#outbox.message(later.again)), later.afterMs)
    if (changed) this.#events.emit('timers', book)
    if (message.type === 'timer.friend_activity') this.#events.emit('friend', message.payload)
    this.#events.emit('message', message)
  }

  /** Up to date: what waited for an outcome is sent again, in order. */
  #welcome(): void {
    this.#backoff.reset()
    this.#refused = undefined
    this.#setState('live')
    for (const message of this.#outbox.take()) this.#send(message)
  }

  /** A connection can die without a word (a laptop that slept); after a silence we ask. */
  #watch(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#send({ type: 'timer.sync', payload: { since: this.#book.seq ?? null } })
      this.#timer = setTimeout(() => this.#socket?.close(4000, 'no answer'), ANSWER_MS)
    }, QUIET_MS)
  }

  #lost(socket: WebSocket, event: { code: number; reason: string }, token: string): void {
    clearTimeout(this.#timer)
    if (this.#closed || socket !== this.#socket) return
    const expired = event.code === CLOSE.refused && event.reason === CLOSE_REASONS.token_expired
    if (event.code === CLOSE.refused && event.reason === CLOSE_REASONS.unauthorized) this.#refused = token
    if (event.code === CLOSE.refused && event.reason === CLOSE_REASONS.invalid_timezone) this.#closed = true
    this.#setState('offline')
    if (this.#closed) return
    const crowded = event.code === CLOSE.too_many ? CROWDED_MS : 0
    this.#again(expired ? 0 : crowded + this.#backoff.next())
  }

  #again(afterMs: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#open(), afterMs)
  }

  #setState(state: SocketState): void {
    if (state === this.#state) return
    this.#state = state
    this.#events.emit('state', state)
  }
}
