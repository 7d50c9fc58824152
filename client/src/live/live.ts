// The SDK's live connection: a local copy of a person's data, and an outbox for writes. docs/guides/offline.md
// describes its states.
//
//   const live = client.connect({ account: me.id, storage: indexedDbStorage() })
//   await live.ready                                   // the initial load is complete
//   live.store.todos.all()                             // by id, with pending writes applied
//   live.store.todos.subscribe(() => …)                // or .subscribe(id, () => …)
//   live.write(client.todos.create, { body: { … } })   // shown at once, persisted, sent exactly once; see Write
//   live.timers.start({ allocated_duration: 1500 })
//   live.status                                        // { state, waiting, attention, unsaved }
//   live.on('status' | 'state' | 'batch' | 'reload' | 'position' | 'shared' | 'settings' | 'friend', event => …)
//   live.outbox.entries, .retry(key), .discard(key)    // pending and refused writes
import { CHANGE_KINDS } from '@daymark/contract/constants'
import type { Connection } from '../connection.ts'
import { Outbox } from '../outbox/outbox.ts'
import { memoryStorage } from '../outbox/storage.ts'
import { platformWindows, singleWindow } from '../outbox/windows.ts'
import type { Writable, Write } from '../outbox/write.ts'
import { Emitter } from '../socket/emitter.ts'
import {
  type Batch,
  CopyLoad,
  type CopyOptions,
  currentSeq,
  type Delivery,
  type Source,
} from './change-log.ts'
import { ChangeStream, type LiveState } from './change-stream.ts'
import type { LiveEvents, LiveOptions } from './options.ts'
import { Reducer } from './reducer.ts'
import { isSameStatus, type Status, statusOf } from './status.ts'
import { type Snapshot, Store } from './store.ts'
import { type TimerCommands, timerCommands } from './timer-commands.ts'
import { LiveTransport } from './transport.ts'

const POLL_MS = 5_000
/** The default time zone. It is always sent, because without a zone, REST times end in `Z` but socket times do not. */
const UTC = 'UTC'

export class LiveConnection {
  readonly #reducer: Reducer
  /** Stays empty with `store: false`. */
  readonly store = new Store()
  readonly outbox: Outbox
  /** Timer commands, in the same outbox. Each contains when the person acted, if that time is certain. */
  readonly timers: TimerCommands
  readonly #isReady = Promise.withResolvers<void>()
  /** Resolves when the local copy is first complete. Rejects if the server rejects `timezone` or `kinds`. */
  readonly ready = this.#isReady.promise
  readonly #options: LiveOptions
  readonly #copied: CopyOptions
  readonly #hasStore: boolean
  readonly #changes: ChangeStream
  readonly #transport: LiveTransport
  readonly #events = new Emitter<LiveEvents>()
  readonly #closed = new AbortController()
  /** The load of all data that is running, with the writes that were accepted before it began. */
  #load: { copy: CopyLoad; accepted: readonly string[] } | undefined
  /** Everything up to this position is in the store, or in the caches of the program. */
  #applied: number | undefined
  /** Resolves when everything that was handed to the program so far is in its caches. */
  #applying: Promise<unknown> = Promise.resolve()
  #status: Status

  constructor(connection: Connection, options: LiveOptions = {}) {
    const { account, storage, snapshot, speed = 1 } = options
    if (storage && account === undefined) throw new TypeError('`storage` needs `account`.')
    this.#options = options
    this.#copied = { timezone: options.timezone ?? UTC, kinds: options.kinds ?? CHANGE_KINDS }
    this.#hasStore = options.store !== false
    this.#applied = snapshot?.seq ?? (this.#hasStore ? undefined : options.since)
    this.#reducer = new Reducer(this.#applied)

    if (snapshot && this.#hasStore) this.store.restore(snapshot)
    this.#transport = new LiveTransport(connection, this.store, speed, () => this.#changes)
    this.#changes = new ChangeStream({
      connection,
      account,
      timezone: this.#copied.timezone,
      WebSocket: options.WebSocket,
      pollMs: options.pollMs ?? POLL_MS,
      speed,
      usesSocket: options.socket ?? true,
      position: () => this.#reducer.position,
      load: source => this.#loadAll(source),
      lost: () => this.#lost(),
      identified: userId => this.#identified(userId),
      deliver: delivery => this.#deliver(delivery),
      synced: () => this.#synced(),
      answered: batch => this.#transport.answered(batch),
      message: message => {
        this.#transport.receive(message)
        if (message.type === 'shared.changed') this.#events.emit('shared', message.payload)
        if (message.type === 'settings.changed') this.#events.emit('settings', message.payload)
        if (message.type === 'timer.friend_activity') this.#events.emit('friend', message.payload)
      },
      changed: state => this.#stateChanged(state),
      rejected: error => this.#isReady.reject(error),
    })
    this.outbox = new Outbox({
      account: account ?? '',
      storage: storage ?? memoryStorage(),
      windows: options.windows ?? (storage ? platformWindows : singleWindow),
      transport: this.#transport,
      speed,
      clock: this.#changes.clock,
      name: `daymark-outbox ${connection.baseUrl} ${account ?? ''}`,
    })
    if (this.#applied !== undefined) this.outbox.reach(this.#applied)
    this.timers = timerCommands(this.outbox, id => this.store.timers.get(id))
    this.outbox.on('entries', entries => this.#hasStore && this.store.apply([], entries))
    this.outbox.on('settled', ({ entry }) => this.#changes.expect(entry.seq ?? 0))
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

  /** Everything up to this log position is applied; undefined before the first load. */
  get seq(): number | undefined {
    return this.#applied
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
    return this.#hasStore && this.seq !== undefined ? this.store.snapshot(this.seq) : undefined
  }

  /** Reconnects, or resumes sending if connected. Call it after signing in again, or when the network is back. */
  retry(): void {
    this.#changes.retry()
    if (this.#changes.state === 'live' || this.#changes.state === 'polling') this.outbox.resume()
  }

  /** Closes the connection permanently. Pending writes stay in the storage. */
  close(): void {
    this.#closed.abort(new Error('The connection was closed.'))
    this.#changes.close()
    this.outbox.close()
    this.#events.clear()
  }

  #identified(userId: string): boolean {
    const { account } = this.#options
    if (account === undefined || account === userId) {
      this.outbox.resume()
      return true
    }
    // Another user has signed in. The pending writes of `account` must not be sent as that user.
    this.#changes.close()
    this.outbox.suspend('signed-out')
    return false
  }

  #stateChanged(state: LiveState): void {
    if (state !== 'live') this.#transport.lost()
    if (state === 'unauthorized') this.outbox.suspend('signed-out')
    else if (state === 'live') this.outbox.wake()
    this.#events.emit('state', state)
    this.#updateStatus()
  }

  /** Applies what is new, and drops accepted writes that it contains, in one step. */
  #deliver(delivery: Delivery): void {
    const batches = this.#reducer.take(delivery)
    if (!batches) return
    for (const batch of batches) this.outbox.note(batch)
    this.#show(
      delivery.to,
      () => this.store.apply(this.#ofCopy(batches), this.outbox.entries),
      () => batches.flatMap(batch => this.#events.emit('batch', batch)),
    )
  }

  /** Shows everything up to the position in the store. The program's own caches have it when `tell` has resolved. */
  #show(position: number, apply: () => void, tell: () => unknown[]): void {
    const reached = () => {
      if (this.#closed.signal.aborted) return
      this.#applied = position
      this.outbox.reach(position, this.#hasStore ? apply : undefined)
      this.#events.emit('position', position)
    }
    if (this.#hasStore) {
      reached()
      tell()
    } else this.#applying = Promise.allSettled([this.#applying, ...tell()]).then(reached)
    this.#updateStatus()
  }

  #synced(): void {
    this.#isReady.resolve()
    this.#updateStatus()
  }

  #lost(): void {
    this.#reducer.restart(undefined)
    this.#load = undefined
  }

  /** Reads all data, or without a store only the position of the log. */
  async #loadAll(source: Source): Promise<void> {
    // What earlier windows have stored was accepted before this load, too.
    await this.outbox.loaded
    this.#load ??= { copy: new CopyLoad(this.#copied), accepted: this.outbox.accepted }
    const { copy, accepted } = this.#load
    const { seq, kinds } = this.#hasStore
      ? await copy.read(source, this.#copied)
      : { seq: await currentSeq(source), kinds: new Map() }
    source.signal.throwIfAborted()
    this.#load = undefined
    this.#reducer.restart(seq)
    this.outbox.forget(accepted)
    this.#show(
      seq,
      () => this.store.replace(kinds, this.outbox.entries),
      () => this.#events.emit('reload', { seq }),
    )
  }

  #ofCopy(batches: readonly Batch[]): readonly Batch[] {
    const { kinds } = this.#options
    if (!kinds) return batches
    return batches.map(batch => ({
      ...batch,
      changes: batch.changes.filter(({ kind }) => kinds.includes(kind)),
    }))
  }

  #currentStatus(): Status {
    const { entries, unsaved, state: sender, isOffline } = this.outbox
    const isBehind = this.#changes.isBehind || this.#applied !== this.#reducer.position
    return statusOf({ entries, unsaved, live: this.#changes.state, sender, isOffline, isBehind })
  }

  #updateStatus(): void {
    const before = this.#status
    this.#status = this.#currentStatus()
    if (!isSameStatus(before, this.#status)) this.#events.emit('status', this.#status)
  }
}
