// The timer socket of a client: connects, returns after a loss, misses nothing, does no command twice.
import { parseInstant } from '@daymark/contract/instant'
import { BEARER_PROTOCOL, CLOSE, CLOSE_REASONS } from '@daymark/contract/socket-codes'
import type { Timer } from '@daymark/contract/timer'
import type { ClientMessage, ServerMessage, ServerMessageOf } from '@daymark/contract/timer-socket'
import { backoff } from './backoff.ts'
import type { Connection } from './connection.ts'
import type { TimerCreate } from './nouns.ts'
import { Outbox, type OutboxStorage } from './outbox.ts'
import { emptyBook, type TimerBook, withMessage } from './timer-book.ts'

export type SocketState = 'connecting' | 'live' | 'offline' | 'unauthorised'

export interface SocketEvents {
  /** The connection came, went, or was refused. */
  state: SocketState
  /** Any change of one's own timers: the whole book, for a page to show. */
  timers: TimerBook
  /** A friend started, paused, resumed, stopped or cancelled a timer. */
  friend: ServerMessageOf<'timer.friend_activity'>['payload']
  /** Every message as it came. */
  message: ServerMessage
}

export interface SocketOptions {
  /** `UTC`, `+HH:MM` or an IANA name; without it datetimes are UTC with no suffix. */
  timezone?: string
  /** Keeps unsent commands over a reload of the page. */
  outbox?: OutboxStorage
  /** Closes the socket for good. */
  signal?: AbortSignal
  /** Replaces the global `WebSocket`. */
  WebSocket?: typeof WebSocket
}

export interface CommandOptions {
  /** Ends the waiting and the sending again; what the server has already done stays done. */
  signal?: AbortSignal
}

type Listener<K extends keyof SocketEvents> = (event: SocketEvents[K]) => void

/** Silence after which we ask whether the connection still lives, and how long the answer may take. */
const QUIET_MS = 45_000
const ANSWER_MS = 10_000
/** After "too many connections" quick attempts would only prolong it. */
const CROWDED_MS = 15_000

/** Opened by `client.timers.connect()`. Connects at once, and again after every loss, until it is closed. */
export class TimerSocket {
  readonly #connection: Connection
  readonly #options: SocketOptions
  readonly #outbox: Outbox
  readonly #backoff = backoff()
  readonly #listeners = new Map<keyof SocketEvents, Set<Listener<never>>>()
  #book: TimerBook = emptyBook
  #state: SocketState = 'connecting'
  #socket: WebSocket | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #refused: string | undefined
  #clockOffset = 0
  #closed = false

  constructor(connection: Connection, options: SocketOptions = {}) {
    this.#connection = connection
    this.#options = options
    this.#outbox = new Outbox(options.outbox)
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

  /** The server's clock in epoch milliseconds, for `elapsedMs`. */
  serverNow(): number {
    return Date.now() + this.#clockOffset
  }

  /** Calls the listener at every event of this type; the answer is a function that ends that. */
  on<K extends keyof SocketEvents>(type: K, listener: Listener<K>): () => void {
    const all = this.#listeners.get(type) ?? new Set()
    this.#listeners.set(type, all.add(listener as Listener<never>))
    return () => all.delete(listener as Listener<never>)
  }

  /** Starts a timer. Rejects with `CommandFailed` when the server refuses. */
  start = (input: TimerCreate, options?: CommandOptions): Promise<Timer> =>
    this.#command({ type: 'timer.create', payload: input }, options)
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
    this.#listeners.clear()
  }

  #control(
    type: 'timer.pause' | 'timer.resume' | 'timer.stop' | 'timer.cancel',
    timer_id: string,
    options?: CommandOptions,
  ): Promise<Timer> {
    return this.#command({ type, payload: { timer_id } }, options)
  }

  async #command(message: ClientMessage, { signal }: CommandOptions = {}): Promise<Timer> {
    signal?.throwIfAborted()
    const outgoing = { ...message, id: crypto.randomUUID() }
    const drop = () => this.#outbox.drop(outgoing.id, signal?.reason)
    signal?.addEventListener('abort', drop, { once: true })
    const outcome = this.#outbox.add(outgoing).finally(() => signal?.removeEventListener('abort', drop))
    this.#send(outgoing)
    const reply = await outcome
    if (reply.type === 'timer.created' || reply.type === 'timer.updated') return reply.payload.timer
    throw new Error(`The server answered with ${reply.type}.`)
  }

  #send(message: object): void {
    if (this.#state === 'live') this.#socket?.send(JSON.stringify(message))
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
    if (message.type === 'connected') {
      this.#clockOffset = (parseInstant(message.timestamp) ?? Date.now()) - Date.now()
    }
    const book = withMessage(this.#book, message)
    const changed = book !== this.#book
    this.#book = book
    if (message.type === 'timer.sync_result' && this.#state !== 'live') this.#welcome()
    const later = this.#outbox.settle(message)
    if (later) setTimeout(() => this.#send(later.again), later.afterMs)
    if (changed) this.#emit('timers', book)
    if (message.type === 'timer.friend_activity') this.#emit('friend', message.payload)
    this.#emit('message', message)
  }

  /** Up to date: what waited for an outcome is sent again, in order. */
  #welcome(): void {
    this.#backoff.reset()
    this.#refused = undefined
    this.#setState('live')
    for (const message of this.#outbox.messages) this.#send(message)
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
    this.#emit('state', state)
  }

  #emit<K extends keyof SocketEvents>(type: K, event: SocketEvents[K]): void {
    for (const listener of this.#listeners.get(type) ?? []) (listener as Listener<K>)(event)
  }
}
