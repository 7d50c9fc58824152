// A live connection: a local copy of everything that a person has, and one outbox for every write.
//
//   const live = client.connect({ account: me.id, storage: indexedDbStorage() })
//   await live.ready                                   // the first load is over
//   live.store.todos.all()                             // by id, with what waits shown on top
//   live.store.todos.subscribe(() => …)                // or .subscribe(id, () => …)
//   live.write(client.todos.create, { body: { … } })   // shown at once, stored, sent exactly once; see Write
//   live.timers.start({ allocated_duration: 1500 })
//   live.status                                        // { state, waiting, attention, unsaved }
//   live.on('status' | 'state' | 'batch' | 'reload' | 'shared' | 'friend', event => …)
//   live.outbox.entries, .retry(key), .discard(key)    // what waits, and what was refused

import type { Connection } from '../connection.ts'
import { Outbox } from '../outbox/outbox.ts'
import { memoryStorage } from '../outbox/storage.ts'
import { platformWindows, singleWindow } from '../outbox/windows.ts'
import type { Writable, Write } from '../outbox/write.ts'
import { Emitter } from '../socket/emitter.ts'
import { ChangeStream, type LiveState } from './change-stream.ts'
import { defaultRange, loadLists } from './first-load.ts'
import type { LiveEvents, LiveOptions } from './options.ts'
import type { Batch } from './poll.ts'
import { SilenceWatch } from './silence.ts'
import { isSameStatus, type Status, statusOf } from './status.ts'
import { type Snapshot, Store } from './store.ts'
import { type TimerCommands, timerCommands } from './timer-commands.ts'
import { LiveTransport } from './transport.ts'

const POLL_MS = 5_000
/** Lists and sockets write datetimes differently unless a zone is requested. */
const UTC = 'UTC'

export class LiveConnection {
  /** The local copy; empty with `store: false`. */
  readonly store = new Store()
  readonly outbox: Outbox
  /** Timer commands, in the same outbox. They contain the time of the press by the server's clock. */
  readonly timers: TimerCommands
  readonly #isReady = Promise.withResolvers<void>()
  /** Resolves when the local copy is complete for the first time. */
  readonly ready = this.#isReady.promise

  readonly #connection: Connection
  readonly #options: LiveOptions
  readonly #changes: ChangeStream
  readonly #transport: LiveTransport
  readonly #silence: SilenceWatch
  readonly #events = new Emitter<LiveEvents>()
  readonly #closed = new AbortController()
  #load: AbortController | undefined
  /** The copy is incomplete: it was never read, or the log no longer reaches back to it. */
  #needsLoad: boolean
  /** Batches that arrived while the lists were read. */
  #queue: Batch[] = []
  #isApplying = false
  #status: Status

  constructor(connection: Connection, options: LiveOptions = {}) {
    const { account, storage, snapshot } = options
    if (storage && account === undefined) throw new TypeError('`storage` needs `account`.')
    this.#connection = connection
    this.#options = options
    this.#needsLoad = !snapshot
    if (snapshot) this.store.restore(snapshot)
    this.#transport = new LiveTransport(connection, () => this.#changes)
    this.#changes = new ChangeStream({
      connection,
      timezone: options.timezone ?? UTC,
      WebSocket: options.WebSocket,
      since: snapshot?.seq ?? options.since,
      pollMs: options.pollMs ?? POLL_MS,
      identified: userId => this.#identified(userId),
      batch: batch => this.#take(batch),
      synced: at => this.#synced(at),
      message: message => {
        this.#transport.receive(message)
        if (message.type === 'shared.changed') this.#events.emit('shared', message.payload)
        if (message.type === 'timer.friend_activity') this.#events.emit('friend', message.payload)
      },
      repeated: change => {
        this.outbox.confirm(change.reply_to ?? '')
        this.#transport.repeatedBy(change)
      },
      changed: state => this.#stateChanged(state),
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
      if (!this.#isApplying) this.store.apply([], entries)
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
  }

  get state(): LiveState {
    return this.#changes.state
  }

  get status(): Status {
    return this.#status
  }

  /** The position in the log up to which changes have arrived; undefined before the first connection. */
  get seq(): number | undefined {
    return this.#changes.seq
  }

  /** The server's clock in epoch milliseconds, as far as it is known here; for `elapsedMs`. */
  serverNow(): number {
    return this.#changes.clock.now()
  }

  /** Calls the listener at every event of this type; returns a function that unsubscribes. */
  on<K extends keyof LiveEvents>(type: K, listener: (event: LiveEvents[K]) => void): () => void {
    return this.#events.on(type, listener)
  }

  /** Adds a write to the outbox; the operation is the client's, or one that was imported on its own. */
  write<Input, Answer>(operation: Writable<Input, Answer>, input: Input): Write<Answer> {
    return this.outbox.write(operation, input)
  }

  /** The copy at its position in the log, as the start for the next time; undefined before it is complete. */
  snapshot(): Snapshot | undefined {
    const { seq } = this.#changes
    return this.#needsLoad || seq === undefined ? undefined : this.store.snapshot(seq)
  }

  /** Retries at once: after signing in again, or when the network is back. */
  retry(): void {
    this.#changes.retry()
    if (this.#changes.state === 'live' || this.#changes.state === 'polling') this.outbox.resume()
  }

  /** Closes the connection permanently; waiting writes stay stored. */
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
    // Someone else has signed in: these writes are not theirs, and their data is not shown here.
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
    // The log omits changes of resources that were deleted meanwhile, so a write is also confirmed by its version.
    this.#apply([batch], () => this.outbox.confirmUpTo({ seq: this.#changes.seq ?? -1 }))
  }

  /** Arrived changes and finished writes become visible at the same moment. */
  #apply(batches: readonly Batch[], confirmMore: () => void = () => {}): void {
    this.#isApplying = true
    for (const { reply_to } of batches) if (reply_to !== undefined) this.outbox.confirm(reply_to)
    confirmMore()
    this.#isApplying = false
    if (this.#options.store !== false) this.store.apply(batches, this.outbox.entries)
    for (const batch of batches) {
      this.#transport.answeredBy(batch)
      this.#events.emit('batch', batch)
    }
  }

  #synced({ seq, asOf, reload }: { seq: number; asOf: number; reload: boolean }): void {
    if (this.#options.store === false) {
      if (reload) this.#events.emit('reload', undefined)
      this.#needsLoad = false
    }
    if (reload && this.#options.store !== false) {
      this.#needsLoad = true
      // There is a gap between these and what arrives now, which only the lists can fill.
      this.#queue = []
    }
    if (this.#needsLoad) return void this.#loadAll(asOf)
    this.#apply([], () => this.outbox.confirmUpTo({ before: asOf, seq }))
    this.#isReady.resolve()
  }

  /** Reads all data; changes made meanwhile arrive after the position that was known before. */
  async #loadAll(asOf: number): Promise<void> {
    this.#load?.abort()
    const load = new AbortController()
    this.#load = load
    const { timezone = UTC, schedules = defaultRange() } = this.#options
    const lists = await loadLists(this.#connection, { timezone, schedules, signal: load.signal })
    if (!lists) return
    this.store.replace(lists, this.outbox.entries)
    this.#load = undefined
    this.#needsLoad = false
    const batches = this.#queue
    this.#queue = []
    this.#apply(batches, () => this.outbox.confirmUpTo({ before: asOf, seq: this.#changes.seq ?? -1 }))
    this.#events.emit('reload', undefined)
    this.#isReady.resolve()
  }

  /** Changes up to here have been applied. */
  #position(): number {
    return this.#load ? -1 : (this.#changes.seq ?? -1)
  }

  #currentStatus(): Status {
    const { entries, unsaved, state: sender, isOffline } = this.outbox
    return statusOf({ entries, unsaved, live: this.#changes.state, sender, isOffline })
  }

  #updateStatus(): void {
    const status = this.#currentStatus()
    if (isSameStatus(status, this.#status)) return
    this.#status = status
    this.#events.emit('status', status)
  }
}
