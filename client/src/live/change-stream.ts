// Delivers the changes to a person's data in order, over the live socket or, without a working socket, by polling.
import type { LiveMessage, LiveMessageOf } from '@daymark/contract/sockets/live-socket'
import { backoff } from '../backoff.ts'
import type { Connection } from '../connection.ts'
import { InvalidRequest, NetworkError, RateLimited, Unauthorized } from '../errors.ts'
import { ReconnectingSocket } from '../socket/reconnecting-socket.ts'
import type { SocketState } from '../timers/socket-options.ts'
import { rejectionOf } from './first-load.ts'
import { type Batch, changesAfter, currentSeq, whoAmI } from './poll.ts'

/** `polling`: no socket works, or sockets are turned off, so the client requests changes at intervals. */
export type LiveState = SocketState | 'polling'

export interface ChangeStreamParts {
  readonly connection: Connection
  readonly timezone: string
  readonly WebSocket: typeof WebSocket | undefined
  /** The log position of the caller's last known change. */
  readonly since: number | undefined
  readonly pollMs: number
  /** False to poll from the start, without a socket. */
  readonly usesSocket: boolean
  /** Called with the id of the signed-in user, as the server reports it. */
  identified(userId: string): void
  batch(batch: Batch): void
  /**
   * All changes up to `seq` have arrived, including every change made before `asOf` (a `performance.now()` value).
   * If `reload` is true, some of these changes were not delivered, so all data must be read.
   */
  synced(at: { seq: number; asOf: number; reload: boolean }): void
  /** Receives every message except changes, for example replies and errors. */
  message(message: Exclude<LiveMessage, { type: 'change' }>): void
  /** Receives a change that was already delivered, for example as the response to a repeated command. */
  repeated(change: LiveMessageOf<'change'>): void
  changed(state: LiveState): void
  /** The server has rejected the connection permanently. */
  rejected(error: Error): void
}

/** Polling starts when the socket has gone offline this many times without a message from the server in between. */
const BLOCKED_AFTER = 2

export class ChangeStream {
  readonly #parts: ChangeStreamParts
  readonly #socket: ReconnectingSocket<LiveMessage>
  readonly #pollBackoff = backoff()
  #seq: number | undefined
  /** The changes received so far from an incomplete batch. */
  #open: LiveMessageOf<'change'>[] = []
  #failures = 0
  #isPolling = false
  #pollTimer: ReturnType<typeof setTimeout> | undefined
  #connectedAt = 0
  #state: LiveState = 'connecting'

  constructor(parts: ChangeStreamParts) {
    this.#parts = parts
    this.#seq = parts.since
    this.#socket = new ReconnectingSocket<LiveMessage>({
      connection: parts.connection,
      WebSocket: parts.WebSocket,
      path: () => this.#path(),
      ping: () => ({ type: 'timer.sync', payload: {} }),
      receive: message => this.#receive(message),
      changed: state => this.#socketChanged(state),
      crowded: () => this.#startPolling(),
      rejected: parts.rejected,
    })
    if (parts.usesSocket) void this.#socket.open()
    else {
      this.#isPolling = true
      this.#pollAfter(0)
    }
  }

  get state(): LiveState {
    return this.#state
  }

  /** The log position up to which changes have been delivered. */
  get seq(): number | undefined {
    return this.#seq
  }

  get clock(): ReconnectingSocket<LiveMessage>['clock'] {
    return this.#socket.clock
  }

  /** Sends only if the socket is live. Otherwise, returns false. */
  send(message: object): boolean {
    return this.#socket.send(message)
  }

  retry(): void {
    if (this.#parts.usesSocket) this.#socket.retry()
    if (this.#isPolling) this.#pollAfter(0)
  }

  /** Polls immediately instead of at the next interval. Does nothing unless polling. */
  poke(): void {
    if (this.#state === 'polling') this.#pollAfter(0)
  }

  close(): void {
    this.#stopPolling()
    this.#socket.close()
  }

  /** Ends the stream after the server has rejected the caller's time zone or date range. */
  reject(error: Error): void {
    this.close()
    this.#setState('offline')
    this.#parts.rejected(error)
  }

  #path(): string {
    const query = new URLSearchParams({ timezone: this.#parts.timezone })
    if (this.#seq !== undefined) query.set('since', String(this.#seq))
    return `/v1/ws?${query}`
  }

  #receive(message: LiveMessage): void {
    this.#failures = 0
    if (message.type === 'change') {
      this.#collect(message)
      return
    }
    if (message.type === 'connected') {
      this.#connectedAt = performance.now()
      this.#parts.identified(message.payload.user_id)
    }
    if (message.type === 'synced') this.#synced(message.payload)
    this.#parts.message(message)
  }

  #collect(message: LiveMessageOf<'change'>): void {
    const seq = message.seq ?? 0
    if (this.#seq !== undefined && seq <= this.#seq) {
      this.#parts.repeated(message)
      return
    }
    if (this.#open[0] && this.#open[0].batch_id !== message.batch_id) this.#flush()
    this.#open.push(message)
    if (message.batch_end) this.#flush()
  }

  #flush(): void {
    const [first] = this.#open
    if (!first) return
    const changes = this.#open.map(({ payload, seq = 0 }) => ({ ...payload, seq }))
    this.#open = []
    this.#deliver({ batch_id: first.batch_id ?? '', reply_to: first.reply_to, changes })
  }

  #deliver(batch: Batch): void {
    this.#seq = Math.max(this.#seq ?? 0, ...batch.changes.map(change => change.seq))
    this.#parts.batch(batch)
  }

  #synced({ seq, resync = false }: { seq: number; resync?: boolean }): void {
    this.#flush()
    const reload = resync || this.#seq === undefined
    this.#seq = seq
    this.#stopPolling()
    this.#socket.markCaughtUp()
    this.#parts.synced({ seq, asOf: this.#connectedAt, reload })
  }

  #socketChanged(state: SocketState): void {
    // Drops the incomplete batch. The server sends it again, because our log position is still before the batch.
    if (state === 'offline') this.#open = []
    if (state === 'offline' && ++this.#failures >= BLOCKED_AFTER) this.#startPolling()
    if (state === 'unauthorized') this.#stopPolling()
    // While polling works, reconnection attempts do not change the visible state.
    if (this.#state === 'polling' && this.#isPolling) return
    this.#setState(state)
  }

  #startPolling(): void {
    if (this.#isPolling) return
    this.#isPolling = true
    this.#pollAfter(0)
  }

  #pollAfter(ms: number): void {
    clearTimeout(this.#pollTimer)
    this.#pollTimer = setTimeout(() => void this.#poll(), ms)
  }

  #stopPolling(): void {
    this.#isPolling = false
    clearTimeout(this.#pollTimer)
  }

  async #poll(): Promise<void> {
    try {
      await this.#readChanges()
      if (!this.#isPolling) return
      this.#pollBackoff.reset()
      this.#setState('polling')
      this.#pollAfter(this.#parts.pollMs)
    } catch (error) {
      if (!this.#isPolling) return
      if (error instanceof Unauthorized) {
        this.#stopPolling()
        this.#setState('unauthorized')
        return
      }
      // Every further request would get the same response.
      if (error instanceof InvalidRequest) return this.reject(rejectionOf(error))
      // Polling is used only without a working socket. If polling fails too, the server is unreachable.
      if (error instanceof NetworkError) this.#setState('offline')
      const askedMs = error instanceof RateLimited ? error.retryAfter * 1000 : 0
      this.#pollAfter(Math.max(this.#parts.pollMs, this.#pollBackoff.next(), askedMs))
    }
  }

  async #readChanges(): Promise<void> {
    const { connection, timezone, identified, synced } = this.#parts
    if (this.#state !== 'polling') identified(await whoAmI(connection))
    for (let more = true; more && this.#isPolling; ) {
      const asOf = performance.now()
      const page = this.#seq === undefined ? undefined : await changesAfter(connection, this.#seq, timezone)
      const start = page ? undefined : await currentSeq(connection)
      // Polling has ended in the meantime, for example because the socket has connected.
      if (!this.#isPolling) return
      for (const batch of page?.batches ?? []) this.#deliver(batch)
      more = page?.has_more ?? false
      if (more) continue
      this.#seq = start ?? Math.max(this.#seq ?? 0, page?.seq ?? 0)
      synced({ seq: this.#seq, asOf, reload: page === undefined })
    }
  }

  #setState(state: LiveState): void {
    if (state === this.#state) return
    this.#state = state
    this.#parts.changed(state)
  }
}
