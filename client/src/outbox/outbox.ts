// Persists a person's writes and sends them in order. Their keys let the server run each write only once.
//   const write = outbox.write(todos.create, { body: { title: 'Report', tag_group_id } })
//   write.id               // the id of the new todo, chosen locally; later writes can use it at once
//   await write.stored     // true: the storage has it; false: only in memory, because the storage is full or blocked
//   await write.done       // the server's response; rejects if the server refuses the write
//   outbox.entries         // entries that wait, were refused or have not arrived here, in order; see overlay.ts
//   outbox.retry(key, { body }), .discard(key)   // resends a refused or expired entry, or removes an entry
import type { Batch } from '../live/change-log.ts'
import { newId } from '../random-id.ts'
import { Emitter } from '../socket/emitter.ts'
import type { ServerClock } from '../socket/server-clock.ts'
import { creates, dependentsOf } from './dependencies.ts'
import { Entries, type Outcome } from './entries.ts'
import { failure, isOpenOrBlocked, needsAttention, type OutboxEntry } from './entry.ts'
import { asError, asSent, newEntry, type WriteInput } from './new-entry.ts'
import { Sender, type SenderState, type Transport } from './sender.ts'
import type { EntryStorage } from './storage.ts'
import type { Windows } from './windows.ts'
import { nameOf, type Writable, type Write } from './write.ts'

export interface OutboxEvents {
  /** The list changed. It contains waiting and refused entries, and sent ones whose changes have not arrived yet. */
  entries: readonly OutboxEntry[]
  /**
   * An entry was accepted or refused, or expired. Emitted in every window. If a listener returns a promise, an accepted
   * entry stays in the list until it resolves.
   */
  settled: { readonly entry: OutboxEntry; readonly outcome: Outcome }
  /** An entry was discarded in any window, or replaced by a retry in another window. */
  removed: OutboxEntry
  /** `state`, `isOffline` or `unsaved` may have changed. */
  status: undefined
}

export interface OutboxParts {
  readonly account: string
  readonly storage: EntryStorage
  readonly windows: Windows
  readonly transport: Transport
  readonly clock: ServerClock
  /** Windows with the same name share a lock and a channel. */
  readonly name: string
  /** Divides all waiting times, for tests. */
  readonly speed: number
}

const DISCARDED = failure('It was discarded.')
const NEED_DISCARDED = failure('It depends on a change that was discarded.')
const CLOSED = failure('The connection was closed.')

export class Outbox {
  readonly #parts: OutboxParts
  readonly #entries: Entries
  readonly #sender: Sender
  readonly #events = new Emitter<OutboxEvents>()
  readonly #waiting = new Map<string, (outcome: Outcome) => void>()
  /** Everything up to this log position is shown in this window. */
  #position = -1
  /** The keys of accepted entries that a listener still needs. */
  readonly #held = new Set<string>()
  /** The keys of entries that all data contains, whatever their position. */
  readonly #contained = new Set<string>()
  #shown: readonly OutboxEntry[] | undefined
  #isClosed = false
  /** Resolves when entries stored by earlier runs have been read. */
  readonly loaded: Promise<void>
  constructor(parts: OutboxParts) {
    this.#parts = parts
    const { windows, name } = parts
    this.#entries = new Entries({
      ...parts,
      channel: windows.channel(`${name} hints`),
      hasArrived: entry => this.#hasArrived(entry),
      changed: () => this.#changed(),
      settled: (entry, outcome) => this.#settled(entry, outcome),
      removed: entry => {
        this.#waiting.get(entry.key)?.(DISCARDED)
        this.#events.emit('removed', entry)
      },
    })
    const changed = () => this.#events.emit('status', undefined)
    const own = { entries: this.#entries, locks: windows.locks, lockName: name }
    this.#sender = new Sender({ ...parts, ...own, changed })
    // Shows stored entries in every window, not only in the sending one.
    this.loaded = this.#entries.look()
  }

  get entries(): readonly OutboxEntry[] {
    this.#shown ??= this.#entries.list.filter(entry => !this.#hasArrived(entry))
    return this.#shown
  }

  /** The number of entries that a reload would lose. */
  get unsaved(): number {
    return this.#entries.unsaved
  }

  get state(): SenderState {
    return this.#sender.state
  }

  /** True if the last attempt to send did not reach the server. */
  get isOffline(): boolean {
    return this.#sender.isOffline
  }

  on<K extends keyof OutboxEvents>(type: K, listener: (event: OutboxEvents[K]) => void): () => void {
    return this.#events.on(type, listener)
  }

  /** Adds a write. Chooses an id for a new item unless the body contains one. */
  write<Input, Answer>(operation: Writable<Input, Answer>, input: Input): Write<Answer> {
    const { params = {}, query = {}, body } = input as Partial<WriteInput>
    return this.#add(nameOf(operation), { params, query, body }) as Write<Answer>
  }

  /** Adds a timer command with the current time, but not before `notBefore`, the timer's last known event. */
  command(type: string, payload: object, notBefore = 0): Write<unknown> {
    return this.#add(type, { params: {}, query: {}, body: payload }, notBefore)
  }

  /** Resends a refused or expired entry with a new key and, if given, a new body. Returns undefined for others. */
  retry(key: string, { body }: { body?: unknown } = {}): Write<unknown> | undefined {
    const entry = this.#entries.get(key)
    if (!entry || !needsAttention(entry)) return undefined
    // An expired entry gets the current time; a refused entry keeps its original time.
    const time = entry.state === 'expired' ? this.#time() : {}
    const fresh = { key: newId(), state: 'waiting', attempts: 0, faults: 0, error: null, job: null } as const
    return this.#give({ ...entry, ...(body !== undefined && { body: asSent(body) }), ...time, ...fresh }, key)
  }

  /**
   * Discards an entry. Returns false if it is unknown, being sent or sent. If it creates an item, discards changes to
   * that item too. Other entries that need the item become `refused`, so that no input is lost silently.
   */
  discard(key: string): boolean {
    const entry = this.#entries.get(key)
    if (!entry || entry.state === 'sending' || entry.state === 'sent') return false
    const dependents = dependentsOf(entry, this.#entries.list)
    this.#entries.discard(key)
    for (const each of dependents.filter(isOpenOrBlocked)) {
      this.#waiting.get(each.key)?.(NEED_DISCARDED)
      if (each.id === entry.id && creates(each) === null) this.#entries.discard(each.key)
      else this.#entries.update(each.key, { state: 'refused', ...NEED_DISCARDED })
    }
    return true
  }

  /**
   * Call this when everything up to this log position is shown in this window. Accepted entries leave the list when
   * this reaches their own position, and for no other reason. `show` runs in between, so that changes appear and
   * entries leave in one step.
   */
  reach(position: number, show: () => void = () => {}): void {
    this.#position = position
    this.#shown = undefined
    show()
    this.#entries.arrived()
  }

  /** Call this when changes arrive, before they are shown. */
  note(batch: Batch): void {
    this.#entries.note(batch)
  }

  /** The keys of accepted entries. */
  get accepted(): readonly string[] {
    return this.#entries.list.flatMap(({ key, state }) => (state === 'sent' ? [key] : []))
  }

  /**
   * Call this when all data has been read again, with the keys that were accepted before that began: their changes are
   * in that data, or were lost with the log. Other windows may still show an older state.
   */
  forget(keys: readonly string[]): void {
    for (const key of keys) this.#contained.add(key)
  }

  /** Call this when the outbox's owner is signed in and the server is reachable. Sends waiting entries. */
  resume(): void {
    this.#sender.resume()
  }

  /** Stops sending until `resume`. */
  suspend(state: 'unknown' | 'signed-out'): void {
    this.#sender.suspend(state)
  }

  /** Call this when the socket is connected again, so that waiting timer commands are sent. */
  wake(): void {
    this.#sender.wake()
  }

  /** Resolves when all storage operations so far have ended. Await it before ending the process. */
  flushed(): Promise<void> {
    return this.#entries.flushed()
  }

  /** Stops sending permanently. Entries stay in the storage. */
  close(): void {
    this.#sender.close()
    this.#entries.close()
    this.#events.clear()
    this.#isClosed = true
    for (const settle of [...this.#waiting.values()]) settle(CLOSED)
  }

  #add(operation: string, input: WriteInput, notBefore = 0): Write<unknown> {
    const [{ account }, order] = [this.#parts, this.#entries.nextOrder()]
    return this.#give(newEntry(operation, input, { account, order, ...this.#time(notBefore) }))
  }

  #give(entry: OutboxEntry, replaces?: string): Write<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    this.#waiting.set(entry.key, outcome => {
      this.#waiting.delete(entry.key)
      if ('data' in outcome) resolve(outcome.data)
      else reject(asError(outcome.error))
    })
    // Prevents an unhandled rejection. Callers may ignore the outcome, because refused entries stay in the list.
    promise.catch(() => {})
    if (this.#isClosed) this.#waiting.get(entry.key)?.(CLOSED)
    const stored = replaces === undefined ? this.#entries.add(entry) : this.#entries.replace(replaces, entry)
    return { key: entry.key, id: entry.id, stored, done: promise }
  }

  /** Returns the time on the device's clock, and on the server's clock if that is known and steady. */
  #time(notBefore = 0): Pick<OutboxEntry, 'created_at' | 'server_at'> {
    const { clock } = this.#parts
    const server_at = clock.isKnown && clock.isSteady ? Math.max(Math.floor(clock.now()), notBefore) : null
    return { created_at: clock.deviceNow(), server_at }
  }

  #settled(entry: OutboxEntry, outcome: Outcome): void {
    this.#waiting.get(entry.key)?.(outcome)
    const work = this.#events.emit('settled', { entry, outcome }).filter(each => each instanceof Promise)
    if (work.length === 0) return
    this.#held.add(entry.key)
    void Promise.allSettled(work).then(() => {
      this.#held.delete(entry.key)
      this.#changed()
    })
  }

  #hasArrived({ key, state, seq = 0 }: OutboxEntry): boolean {
    const isShown = seq <= this.#position || this.#contained.has(key)
    return state === 'sent' && isShown && !this.#held.has(key)
  }

  #changed(): void {
    this.#shown = undefined
    this.#events.emit('entries', this.entries)
    this.#events.emit('status', undefined)
    this.#sender?.wake()
  }
}
