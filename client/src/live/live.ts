// The SDK's live connection: a local copy of a person's data, and an outbox for writes.
//
//   const live = client.connect({ account: me.id, storage: indexedDbStorage() })
//   await live.ready                                   // the initial load is complete
//   live.store.todos.all()                             // by id, with pending writes applied
//   live.store.todos.subscribe(() => …)                // or .subscribe(id, () => …)
//   live.write(client.todos.create, { body: { … } })   // shown at once, persisted, sent exactly once; see Write
//   live.timers.start({ allocated_duration: 1500 })
//   live.status                                        // { state, waiting, attention, unsaved }
//   live.on('status' | 'state' | 'batch' | 'reload' | 'shared' | 'settings' | 'friend', event => …)
//   live.outbox.entries, .retry(key), .discard(key)    // pending and refused writes
import type { Connection } from '../connection.ts'
import { Outbox } from '../outbox/outbox.ts'
import { memoryStorage } from '../outbox/storage.ts'
import { platformWindows, singleWindow } from '../outbox/windows.ts'
import type { Writable, Write } from '../outbox/write.ts'
import { Emitter } from '../socket/emitter.ts'
import { ChangeStream, type LiveState } from './change-stream.ts'
import { loadLists } from './first-load.ts'
import type { LiveEvents, LiveOptions } from './options.ts'
import type { Batch } from './poll.ts'
import { SilenceWatch } from './silence.ts'
import { isSameStatus, type Status, statusOf } from './status.ts'
import { type Snapshot, Store } from './store.ts'
import { type TimerCommands, timerCommands } from './timer-commands.ts'
import { LiveTransport } from './transport.ts'

const POLL_MS = 5_000
/** The default time zone. It is always sent, because without a zone, REST times end in `Z` but socket times do not. */
const UTC = 'UTC'

export class LiveConnection {
  /** Stays empty with `store: false`. */
  readonly store = new Store()
  readonly outbox: Outbox
  /** Timer commands, in the same outbox. Each contains when the person acted, if that time is certain. */
  readonly timers: TimerCommands
  readonly #isReady = Promise.withResolvers<void>()
  /** Resolves when the local copy is first complete. Rejects if the server rejects `timezone` or `schedules`. */
  readonly ready = this.#isReady.promise
  readonly #connection: Connection
  readonly #options: LiveOptions
  readonly #hasStore: boolean
  readonly #changes: ChangeStream
  readonly #transport: LiveTransport
  readonly #silence: SilenceWatch
  readonly #events = new Emitter<LiveEvents>()
  readonly #closed = new AbortController()
  #load: AbortController | undefined
  /** True if all data must be read, because there is no snapshot or changes were missed. */
  #needsLoad: boolean
  /** Batches that arrive during a load are applied after it. */
  #queue: Batch[] = []
  #isApplying = false
  #status: Status

  constructor(connection: Connection, options: LiveOptions = {}) {
    const { account, storage, snapshot } = options
    if (storage && account === undefined) throw new TypeError('`storage` needs `account`.')
    this.#connection = connection
    this.#options = options
    this.#hasStore = options.store !== false
    this.#needsLoad = this.#hasStore && !snapshot
    if (snapshot && this.#hasStore) this.store.restore(snapshot)
    this.#transport = new LiveTransport(connection, this.store, () => this.#changes)
    this.#changes = new ChangeStream({
      connection,
      timezone: options.timezone ?? UTC,
      WebSocket: options.WebSocket,
      since: snapshot?.seq ?? options.since,
      pollMs: options.pollMs ?? POLL_MS,
      usesSocket: options.socket ?? true,
      identified: userId => this.#identified(userId),
      batch: batch => this.#take(batch),
      synced: at => this.#synced(at),
      message: message => {
        this.#transport.receive(message)
        if (message.type === 'shared.changed') this.#events.emit('shared', message.payload)
        if (message.type === 'settings.changed') this.#events.emit('settings', message.payload)
        if (message.type === 'timer.friend_activity') this.#events.emit('friend', message.payload)
      },
      repeated: change => {
        this.outbox.confirm(change.reply_to ?? '')
        this.#transport.repeatedBy(change)
      },
      changed: state => this.#stateChanged(state),
      rejected: error => this.#isReady.reject(error),
    })
    this.outbox = new Outbox({
      account: account ?? '',
      storage: storage ?? memoryStorage(),
      windows: options.windows ?? (storage ? platformWindows : singleWindow),
      transport: this.#transport,
      clock: this.#changes.clock,
      name: `daymark-outbox ${connection.baseUrl} ${account ?? ''}`,
    })
    const confirm = () => this.outbox.confirmUpTo({ seq: this.#position() })
    this.#silence = new SilenceWatch(connection, this.outbox, () => this.#apply([], confirm))
    this.timers = timerCommands(this.outbox, id => this.store.timers.get(id))
    this.outbox.on('entries', entries => {
      if (!this.#isApplying && this.#hasStore) this.store.apply([], entries)
    })
    this.outbox.on('settled', () => {
      confirm()
      this.#changes.poke()
      this.#silence.start()
    })
    this.outbox.on('status', () => this.#updateStatus())
    this.#status = this.#currentStatus()
    const page = globalThis as { addEventListener?: typeof EventTarget.prototype.addEventListener }
    page.addEventListener?.('online', () => this.retry(), { signal: this.#closed.signal })
    options.signal?.addEventListener('abort', () => this.close(), { once: true })
    if (options.signal?.aborted) this.close()
    this.ready.catch(() => {}) // Prevents an unhandled rejection in programs that do not await `ready`.
  }

  get state(): LiveState {
    return this.#changes.state
  }

  get status(): Status {
    return this.#status
  }

  /** The log position up to which changes have arrived; undefined if none is known yet. */
  get seq(): number | undefined {
    return this.#changes.seq
  }

  /** The estimated time on the server's clock, in epoch milliseconds. Pass it to `elapsedMs`. */
  serverNow(): number {
    return this.#changes.clock.now()
  }

  /** Calls the listener on every event of this type. Returns a function that unsubscribes. */
  on<K extends keyof LiveEvents>(type: K, listener: (event: LiveEvents[K]) => void): () => void {
    return this.#events.on(type, listener)
  }

  /** Adds a write to the outbox. Accepts an operation of the client, or one that was imported individually. */
  write<Input, Answer>(operation: Writable<Input, Answer>, input: Input): Write<Answer> {
    return this.outbox.write(operation, input)
  }

  /** Returns the local copy for the next connection. Undefined while it is incomplete, and with `store: false`. */
  snapshot(): Snapshot | undefined {
    const isComplete = this.#hasStore && !this.#needsLoad
    return isComplete && this.seq !== undefined ? this.store.snapshot(this.seq) : undefined
  }

  /** Reconnects, or resumes sending if connected. Call it after signing in again, or when the network is back. */
  retry(): void {
    this.#changes.retry()
    if (this.#changes.state === 'live' || this.#changes.state === 'polling') this.outbox.resume()
  }

  /** Closes the connection permanently. Pending writes stay in the storage. */
  close(): void {
    this.#closed.abort(new Error('The connection was closed.'))
    this.#load?.abort()
    this.#silence.close()
    this.#changes.close()
    this.outbox.close()
    this.#events.clear()
  }

  #identified(userId: string): void {
    const { account } = this.#options
    if (account === undefined || account === userId) {
      this.outbox.resume()
      return
    }
    // Another user has signed in. The pending writes of `account` must not be sent as that user.
    this.#changes.close()
    this.outbox.suspend('signed-out')
  }

  #stateChanged(state: LiveState): void {
    if (state !== 'live') this.#transport.lost()
    if (state === 'unauthorized') this.outbox.suspend('signed-out')
    else if (state === 'live') this.outbox.wake()
    this.#events.emit('state', state)
    this.#updateStatus()
  }

  #take(batch: Batch): void {
    if (this.#load) return void this.#queue.push(batch)
    // Also confirms writes by log position, because the log omits changes of items that were deleted later.
    this.#apply([batch], () => this.outbox.confirmUpTo({ seq: this.#changes.seq ?? -1 }))
  }

  /** Confirms writes and applies their changes to the store in one step, so that no old state is shown in between. */
  #apply(batches: readonly Batch[], confirmMore: () => void = () => {}): void {
    this.#isApplying = true
    for (const { reply_to } of batches) if (reply_to !== undefined) this.outbox.confirm(reply_to)
    confirmMore()
    this.#isApplying = false
    if (this.#hasStore) this.store.apply(batches, this.outbox.entries)
    for (const batch of batches) {
      this.#transport.answeredBy(batch)
      this.#events.emit('batch', batch)
    }
  }

  #synced({ seq, asOf, reload }: { seq: number; asOf: number; reload: boolean }): void {
    if (reload && !this.#hasStore) this.#events.emit('reload', undefined)
    if (reload && this.#hasStore) {
      this.#needsLoad = true
      // Drops the queued batches. Earlier changes are missing, so all data is loaded again anyway.
      this.#queue = []
    }
    if (this.#needsLoad) return void this.#loadAll(asOf, reload)
    this.#apply([], () => this.outbox.confirmUpTo({ before: asOf, seq }))
    this.#isReady.resolve()
  }

  /** Reads all data and queues arriving changes. Does nothing during another load unless `restarts` is true. */
  async #loadAll(asOf: number, restarts: boolean): Promise<void> {
    if (this.#load && !restarts) return
    this.#load?.abort()
    const load = new AbortController()
    this.#load = load
    const loading = loadLists(this.#connection, { timezone: UTC, ...this.#options, signal: load.signal })
    const lists = await loading.catch(error => this.#changes.reject(error))
    if (this.#load === load) this.#load = undefined
    if (!lists) return
    this.store.replace(lists, this.outbox.entries)
    this.#needsLoad = false
    const batches = this.#queue.splice(0)
    this.#apply(batches, () => this.outbox.confirmUpTo({ before: asOf, seq: this.#changes.seq ?? -1 }))
    this.#events.emit('reload', undefined)
    this.#isReady.resolve()
  }

  /** The log position up to which changes have been applied; -1 if it is unknown, and during a load. */
  #position(): number {
    return this.#load ? -1 : (this.#changes.seq ?? -1)
  }

  #currentStatus(): Status {
    const { entries, unsaved, state: sender, isOffline } = this.outbox
    return statusOf({ entries, unsaved, live: this.#changes.state, sender, isOffline })
  }

  #updateStatus(): void {
    const before = this.#status
    this.#status = this.#currentStatus()
    if (!isSameStatus(before, this.#status)) this.#events.emit('status', this.#status)
  }
}
