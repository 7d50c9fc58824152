// Follows the change log: over the live socket, and by HTTP reads where no socket works, or to find what is missing.
//
// Without a position, all data is read first; the socket opens at the position of that data. Each source reports what
// it received as `{ from, to, batches }`, and the reducer decides what of it is new.
import type { LiveMessage, LiveMessageOf } from '@daymark/contract/sockets/live-socket'
import { type Backoff, backoff } from '../backoff.ts'
import type { Connection } from '../connection.ts'
import { Forbidden, InvalidRequest, NetworkError, RateLimited, Unauthorized } from '../errors.ts'
import { ReconnectingSocket, UNKNOWN_ZONE } from '../socket/reconnecting-socket.ts'
import type { SocketState } from '../timers/socket-options.ts'
import { type Batch, changesAfter, type Delivery, type Source, whoAmI } from './change-log.ts'

/** `polling`: no socket works, or sockets are turned off, so the client requests changes at intervals. */
export type LiveState = SocketState | 'polling'

type ChangeMessage = LiveMessageOf<'change'>

export interface ChangeStreamParts {
  readonly connection: Connection
  readonly timezone: string
  readonly WebSocket: typeof WebSocket | undefined
  readonly pollMs: number
  readonly speed: number
  /** False to poll from the start, without a socket. */
  readonly usesSocket: boolean
  /** Undefined if it does not matter who is signed in. */
  readonly account: string | undefined
  /** The position of the reducer; undefined if all data must be read. */
  position(): number | undefined
  /** Reads all data and sets the position. */
  load(source: Source): Promise<void>
  /** The log does not contain all changes after the position, so the position is worthless. */
  lost(): void
  /** Called with the id of the signed-in user. Returns false if the stream must not continue. */
  identified(userId: string): boolean
  deliver(delivery: Delivery): void
  /** Everything up to the server's current number has been delivered. */
  synced(): void
  /** Receives the changes with which the server answers a message, even if they were delivered before. */
  answered(batch: Batch): void
  /** Receives every message except changes, for example replies and errors. */
  message(message: Exclude<LiveMessage, { type: 'change' }>): void
  changed(state: LiveState): void
  /** The server has rejected the connection permanently. */
  rejected(error: Error): void
}

/** Polling starts when the socket has gone offline this many times without a message from the server in between. */
const BLOCKED_AFTER = 2
/** The socket normally delivers within milliseconds what an answer has announced. */
const OVERDUE_MS = 2_000

export class ChangeStream {
  readonly #parts: ChangeStreamParts
  readonly #socket: ReconnectingSocket<LiveMessage>
  readonly #pauses: Backoff
  /** The position up to which the current socket has delivered. */
  #cursor = 0
  /** The changes received so far from an incomplete batch of the current socket. */
  #open: ChangeMessage[] = []
  #failures = 0
  #isPolling: boolean
  /** True if the socket has been opened at a position of this log. It then reconnects by itself. */
  #hasSocket = false
  #isIdentified = false
  #isClosed = false
  /** The number that an answer has announced. */
  #expected = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  /** The HTTP read that is running. */
  #reading: AbortController | undefined
  #readsAgain = false
  #state: LiveState = 'connecting'

  constructor(parts: ChangeStreamParts) {
    this.#parts = parts
    this.#pauses = backoff(parts.speed)
    this.#isPolling = !parts.usesSocket
    this.#socket = new ReconnectingSocket<LiveMessage>({
      connection: parts.connection,
      WebSocket: parts.WebSocket,
      speed: parts.speed,
      path: () => this.#path(),
      ping: () => ({ type: 'timer.sync', payload: {} }),
      receive: message => this.#receive(message),
      changed: state => this.#socketChanged(state),
      crowded: () => this.#startPolling(),
      rejected: error => this.#reject(error),
    })
    if (this.#isPolling || parts.position() === undefined) this.#read()
    else this.#openSocket()
  }

  get state(): LiveState {
    return this.#state
  }

  get clock(): ReconnectingSocket<LiveMessage>['clock'] {
    return this.#socket.clock
  }

  /** True if something that the server has announced has not been delivered yet. */
  get isBehind(): boolean {
    return this.#expected > (this.#parts.position() ?? -1)
  }

  /** Sends only if the socket is live. Otherwise, returns false. */
  send(message: object): boolean {
    return this.#socket.send(message)
  }

  /** The log reaches at least this number, so changes up to it must arrive. */
  expect(seq: number): void {
    this.#expected = Math.max(this.#expected, seq)
    if (!this.isBehind) return
    if (this.#state === 'polling') this.#read()
    else if (this.#state === 'live') this.#readAfter(OVERDUE_MS / this.#parts.speed)
  }

  retry(): void {
    if (this.#hasSocket) this.#socket.retry()
    if (this.#hasSocket && !this.#isPolling) return
    // A read that started before may hang, for example because the network has changed.
    this.#reading?.abort()
    this.#reading = undefined
    this.#read()
  }

  close(): void {
    this.#isClosed = true
    this.#stopReading()
    this.#socket.close()
  }

  // the socket

  #openSocket(): void {
    this.#hasSocket = true
    void this.#socket.open()
  }

  #path(): string {
    this.#cursor = this.#parts.position() ?? 0
    // The server sends an incomplete batch again, because the position is still before it.
    this.#open = []
    return `/v1/ws?${new URLSearchParams({ timezone: this.#parts.timezone, since: String(this.#cursor) })}`
  }

  #receive(message: LiveMessage): void {
    this.#failures = 0
    if (message.type === 'change') {
      this.#collect(message)
      return
    }
    if (message.type === 'connected' && !this.#parts.identified(message.payload.user_id)) return
    if (message.type === 'synced') this.#synced(message.payload)
    if (message.type === 'timer.sync_result') this.expect(message.seq ?? 0)
    this.#parts.message(message)
  }

  #collect(message: ChangeMessage): void {
    // A repeated command is answered with a change that this socket has delivered before.
    if ((message.seq ?? 0) <= this.#cursor) {
      this.#parts.answered(batchOf([message]))
      return
    }
    if (this.#open[0] && this.#open[0].batch_id !== message.batch_id) this.#flush()
    this.#open.push(message)
    if (message.batch_end) this.#flush()
  }

  #flush(): void {
    if (this.#open.length === 0) return
    const batch = batchOf(this.#open.splice(0))
    this.#reach(batch.changes.at(-1)?.seq ?? 0, [batch])
    this.#parts.answered(batch)
  }

  #reach(to: number, batches: readonly Batch[], from = this.#cursor): void {
    this.#cursor = to
    this.#parts.deliver({ from, to, batches })
    // The greeting of another instance may be older than an own write that was accepted there.
    if (this.#state === 'live' && !this.isBehind) this.#parts.synced()
  }

  #synced({ seq, since, resync = false }: LiveMessageOf<'synced'>['payload']): void {
    this.#flush()
    if (resync) {
      this.#loseLog()
      return
    }
    this.#reach(seq, [], since ?? this.#cursor)
    this.#stopPolling()
    this.#socket.markCaughtUp()
    this.expect(seq)
    if (!this.isBehind) this.#parts.synced()
  }

  /** Reads all data again. The socket reopens at the new position, so that nothing is missing in between. */
  #loseLog(): void {
    this.#stopReading()
    this.#socket.disconnect()
    this.#hasSocket = false
    this.#expected = 0
    this.#parts.lost()
    this.#setState('connecting')
    this.#read()
  }

  #socketChanged(state: SocketState): void {
    if (state === 'offline' && ++this.#failures >= BLOCKED_AFTER) this.#startPolling()
    if (state === 'unauthorized') this.#stopPolling()
    // While polling works, reconnection attempts do not change the visible state.
    if (this.#state === 'polling' && this.#isPolling) return
    this.#setState(state)
  }

  // reads over HTTP

  #startPolling(): void {
    if (this.#isPolling) return
    this.#isPolling = true
    this.#isIdentified = false
    this.#read()
  }

  #stopPolling(): void {
    this.#isPolling = !this.#parts.usesSocket
    this.#stopReading()
  }

  #stopReading(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#reading?.abort()
    this.#reading = undefined
    this.#readsAgain = false
  }

  #readAfter(ms: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      // By now, the socket has delivered what was missing.
      if (this.#state === 'live' && !this.isBehind) return
      this.#read()
    }, ms)
  }

  /** One read at a time. What is asked for during a read follows after it. */
  #read(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#readsAgain = this.#reading !== undefined
    if (this.#readsAgain || this.#isClosed) return
    const reading = new AbortController()
    this.#reading = reading
    const isOver = () => this.#reading !== reading
    // Starts in a later turn, because the first read starts in the constructor.
    const read = Promise.resolve().then(() => this.#readOnce(reading.signal, isOver))
    read.then(
      () => isOver() || this.#hasRead(),
      error => isOver() || this.#hasFailed(error),
    )
  }

  async #readOnce(signal: AbortSignal, isOver: () => boolean): Promise<void> {
    const { connection, account, timezone, speed, position, load, identified } = this.#parts
    const source = { connection, signal, speed }
    if (!this.#isIdentified) {
      const userId = account === undefined ? '' : await whoAmI(source).catch(ifForbidden)
      if (isOver()) return
      // A token that may not read the account is identified by the socket's greeting, before anything is sent.
      if (userId !== undefined && !identified(userId)) return
      this.#isIdentified = userId !== undefined
    }
    if (position() === undefined) return load(source)
    for (let more = true; more; ) {
      const page = await changesAfter(source, position() ?? 0, timezone)
      if (isOver()) return
      if (!page) return this.#loseLog()
      this.#parts.deliver(page)
      more = page.has_more && page.to > page.from
    }
  }

  #hasRead(): void {
    this.#reading = undefined
    this.#pauses.reset()
    if (this.#parts.usesSocket && !this.#hasSocket) this.#openSocket()
    if (this.#isPolling) this.#setState('polling')
    if (this.#isPolling || this.#state === 'live') this.#parts.synced()
    if (this.#readsAgain) this.#read()
    else if (this.#isPolling) this.#readAfter(this.#parts.pollMs)
    else if (this.#state === 'live' && this.isBehind) this.#readAfter(OVERDUE_MS / this.#parts.speed)
  }

  #hasFailed(error: unknown): void {
    this.#reading = undefined
    this.#isIdentified = false
    if (error instanceof Unauthorized) {
      this.#stopPolling()
      this.#setState('unauthorized')
      return
    }
    if (error instanceof InvalidRequest) {
      // Every further request would get the same response.
      this.#reject(rejectionOf(error))
      return
    }
    // The token lacks a scope. Another one may be given, so reads go on.
    if (error instanceof Forbidden) this.#parts.rejected(error)
    // The state is only about the socket while that is live.
    if (this.#state !== 'live') this.#setState(error instanceof NetworkError ? 'offline' : 'connecting')
    const askedMs = error instanceof RateLimited ? error.retryAfter * 1000 : 0
    this.#readAfter(Math.max(this.#isPolling ? this.#parts.pollMs : 0, this.#pauses.next(), askedMs))
  }

  /** Ends the stream after the server has rejected one of the caller's options. */
  #reject(error: Error): void {
    this.close()
    this.#setState('offline')
    this.#parts.rejected(error)
  }

  #setState(state: LiveState): void {
    if (state === this.#state) return
    this.#state = state
    this.#parts.changed(state)
  }
}

function ifForbidden(error: unknown): undefined {
  if (!(error instanceof Forbidden)) throw error
}

const rejectionOf = (error: InvalidRequest): Error =>
  error.errors.some(({ path }) => path.includes('timezone')) ? new RangeError(UNKNOWN_ZONE) : error

function batchOf(messages: readonly ChangeMessage[]): Batch {
  const [first] = messages
  const changes = messages.map(({ payload, seq = 0 }) => ({ ...payload, seq }))
  return { batch_id: first?.batch_id ?? '', reply_to: first?.reply_to, changes }
}
