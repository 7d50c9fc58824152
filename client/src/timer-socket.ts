// The SDK's timer socket reconnects, catches up on missed changes, and never runs a command twice.

import type { ClientMessage, ServerMessage } from '@daymark/contract/sockets/timer-socket'
import type { Timer } from '@daymark/contract/timers/timer'
import type { Connection } from './connection.ts'
import type { TimerCreate } from './nouns.ts'
import { randomId } from './random-id.ts'
import { Emitter } from './socket/emitter.ts'
import { ReconnectingSocket } from './socket/reconnecting-socket.ts'
import { type Command, TimerOutbox } from './timers/command-outbox.ts'
import type { CommandOptions, SocketEvents, SocketOptions, SocketState } from './timers/socket-options.ts'
import { lastEventAt } from './timers/time-of-action.ts'
import { emptyBook, type TimerBook, withMessage } from './timers/timer-book.ts'

/** Opened by `client.timers.connect()`. Connects at once, and reconnects after a lost connection. */
export class TimerSocket {
  readonly #options: SocketOptions
  readonly #outbox: TimerOutbox
  readonly #events = new Emitter<SocketEvents>()
  readonly #socket: ReconnectingSocket<ServerMessage>
  #book: TimerBook = emptyBook
  /** Why the server has permanently rejected this connection. */
  #rejected: Error | undefined

  constructor(connection: Connection, options: SocketOptions = {}) {
    this.#options = options
    this.#socket = new ReconnectingSocket<ServerMessage>({
      connection,
      WebSocket: options.WebSocket,
      path: () => this.#path(),
      ping: () => ({ type: 'timer.sync', payload: { since: this.#book.seq ?? null } }),
      receive: message => this.#receive(message),
      changed: state => this.#events.emit('state', state),
      rejected: error => {
        this.#rejected = error
        this.#outbox.abandon(error)
      },
    })
    this.#outbox = new TimerOutbox({
      storage: options.outbox,
      clock: this.#socket.clock,
      lastEventAt: id => lastEventAt(this.timers.get(id)),
      failed: failure => this.#events.emit('failed', failure),
      changed: waiting => this.#events.emit('waiting', waiting),
    })
    options.signal?.addEventListener('abort', () => this.close(), { once: true })
    if (options.signal?.aborted) this.close()
    else void this.#socket.open()
  }

  /** The connection state. Commands are sent at once in the state `live`, and wait in any other state. */
  get state(): SocketState {
    return this.#socket.state
  }

  /** Your own timers by id: active timers, and timers that have changed since connecting. */
  get timers(): ReadonlyMap<string, Timer> {
    return this.#book.timers
  }

  /** Commands without an outcome yet, in order, each with the time of the user's action; see `withCommands`. */
  get waiting(): readonly ClientMessage[] {
    return this.#outbox.waiting
  }

  /** The estimated time on the server's clock, in epoch milliseconds. Pass it to `elapsedMs`. */
  serverNow(): number {
    return this.#socket.clock.now()
  }

  /** Calls the listener on every event of this type. Returns a function that unsubscribes. */
  on<K extends keyof SocketEvents>(type: K, listener: (event: SocketEvents[K]) => void): () => void {
    return this.#events.on(type, listener)
  }

  /** Starts a timer with an id chosen by the client. Rejects with `CommandFailed` if the server refuses. */
  start = (input: TimerCreate, options?: CommandOptions): Promise<Timer> =>
    this.#command({ type: 'timer.create', payload: { ...input, id: input.id ?? randomId() } }, options)
  pause = (id: string, options?: CommandOptions) => this.#control('timer.pause', id, options)
  resume = (id: string, options?: CommandOptions) => this.#control('timer.resume', id, options)
  /** Completes a running or paused timer. */
  stop = (id: string, options?: CommandOptions) => this.#control('timer.stop', id, options)
  /** Ends a running or paused timer without completing it. */
  cancel = (id: string, options?: CommandOptions) => this.#control('timer.cancel', id, options)

  /** Reconnects at once. Call it after signing in again, or when the browser is online again. */
  retry(): void {
    this.#socket.retry()
  }

  /** Closes the connection permanently and rejects waiting commands. */
  close(): void {
    this.#socket.close()
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
    if (this.#rejected) throw this.#rejected
    const id = randomId()
    const drop = () => this.#outbox.drop(id, signal?.reason)
    signal?.addEventListener('abort', drop, { once: true })
    const outcome = this.#outbox.add(id, command).finally(() => signal?.removeEventListener('abort', drop))
    // If our estimate of the server's clock may be wrong, adds no time, so the server uses the time of arrival.
    this.#socket.send(this.#socket.clock.isSteady ? this.#outbox.message(id) : { ...command, id })
    const reply = await outcome
    if (reply.type === 'timer.created' || reply.type === 'timer.updated') return reply.payload.timer
    throw new Error(`The server replied with ${reply.type}.`)
  }

  #path(): string {
    const query = new URLSearchParams()
    if (this.#options.timezone) query.set('timezone', this.#options.timezone)
    if (this.#book.seq !== undefined) query.set('since', String(this.#book.seq))
    return `/v1/ws/timers${query.size > 0 ? `?${query}` : ''}`
  }

  #receive(message: ServerMessage): void {
    const book = withMessage(this.#book, message)
    const changed = book !== this.#book
    this.#book = book
    if (message.type === 'timer.sync_result' && this.state !== 'live') this.#caughtUp()
    const later = this.#outbox.settle(message)
    if (later) setTimeout(() => this.#socket.send(this.#outbox.message(later.again)), later.afterMs)
    if (changed) this.#events.emit('timers', book)
    if (message.type === 'timer.friend_activity') this.#events.emit('friend', message.payload)
    this.#events.emit('message', message)
  }

  /** Runs when all missed changes have arrived. Resends commands without an outcome, in order. */
  #caughtUp(): void {
    this.#socket.markCaughtUp()
    for (const message of this.#outbox.take()) this.#socket.send(message)
  }
}
