// Persists a person's writes and sends them in order. Their keys let the server run each write only once.
//   const write = outbox.write(todos.create, { body: { title: 'Report', tag_group_id } })
//   write.id               // the id of the new todo, chosen locally; later writes can use it at once
//   await write.stored     // true: the storage has it; false: only in memory, because the storage is full or blocked
//   await write.done       // the server's response; rejects if the server refuses the write
//   outbox.entries         // waiting, refused and unconfirmed entries, in order; see overlay.ts for showing them
//   outbox.retry(key, { body }), .discard(key)   // resends a refused or expired entry, or removes an entry
import { newId } from '../random-id.ts'
import { Emitter } from '../socket/emitter.ts'
import type { ServerClock } from '../socket/server-clock.ts'
import { changesItems, versionsOf } from './bulk.ts'
import { creates, dependentsOf } from './dependencies.ts'
import { Entries, type Outcome } from './entries/entries.ts'
import { failure, isOpenOrBlocked, needsAttention, type OutboxEntry } from './entry.ts'
import { asError, asSent, newEntry, type WriteInput } from './new-entry.ts'
import { Sender, type SenderState, type Transport } from './sender.ts'
import type { EntryStorage } from './storage.ts'
import type { Windows } from './windows.ts'
import { nameOf, type Writable, type Write } from './write.ts'

export interface OutboxEvents {
  /** The list changed. It contains waiting and refused entries, and sent ones whose changes have not arrived yet. */
  entries: readonly OutboxEntry[]
  /** An entry was completed or refused, or expired. Emitted in every window. */
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
}

/** The number of confirmed keys to remember. Messages from other windows arrive long before this many changes. */
const MOST_CONFIRMED = 1_000
const DISCARDED = failure('It was discarded.')
const NEED_DISCARDED = failure('It depends on a change that was discarded.')
const CLOSED = failure('The connection was closed.')

export class Outbox {
  readonly #parts: OutboxParts
  readonly #entries: Entries
  readonly #sender: Sender
  readonly #events = new Emitter<OutboxEvents>()
  readonly #waiting = new Map<string, (outcome: Outcome) => void>()
  /** Recent keys whose changes have arrived. A change may arrive before the response to its write. */
  readonly #confirmed = new Set<string>()
  /** The time and version of each `sent` entry's response. */
  readonly #sent = new Map<string, { at: number; version: number | undefined }>()
  #shown: readonly OutboxEntry[] | undefined
  #isClosed = false
  /** Resolves when entries stored by earlier runs have been read. */
  readonly loaded: Promise<void>
  constructor(parts: OutboxParts) {
    this.#parts = parts
    const { windows, name } = parts
    const isConfirmed = (key: string) => this.#confirmed.has(key)
    this.#entries = new Entries({
      ...parts,
      channel: windows.channel(name),
      staysSent: entry => changesItems(entry) && !isConfirmed(entry.key),
      changed: () => this.#changed(),
      settled: (entry, outcome) => this.#settled(entry, outcome),
      removed: entry => {
        this.#waiting.get(entry.key)?.(DISCARDED)
        this.#events.emit('removed', entry)
      },
    })
    const changed = () => this.#events.emit('status', undefined)
    const own = { entries: this.#entries, locks: windows.locks, lockName: name }
    this.#sender = new Sender({ ...parts, ...own, isConfirmed, changed })
    // Shows stored entries in every window, not only in the sending one.
    this.loaded = this.#entries.refresh()
  }

  get entries(): readonly OutboxEntry[] {
    this.#shown ??= this.#entries.list.filter(entry => !this.#confirmed.has(entry.key))
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
    const fresh = { key: newId(), state: 'waiting', attempts: 0, faults: 0, error: null } as const
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
    this.#entries.remove(key)
    for (const each of dependents.filter(isOpenOrBlocked)) {
      this.#waiting.get(each.key)?.(NEED_DISCARDED)
      if (each.id === entry.id && creates(each) === null) this.#entries.remove(each.key)
      else this.#entries.update(each.key, { state: 'refused', ...NEED_DISCARDED }, true)
    }
    return true
  }

  /** Call this when an entry's changes have arrived in this window. */
  confirm(key: string): void {
    const entry = this.#entries.get(key)
    const isNew = !this.#confirmed.has(key)
    this.#confirmed.add(key)
    if (!entry) return
    // Writes are sent in sequence, so the changes from earlier writes have also arrived.
    for (const earlier of [...this.#sent.keys()]) {
      if (earlier === key) break
      this.#entries.forget(earlier)
    }
    if (entry.state === 'sent') this.#entries.forget(key)
    else if (isNew) this.#changed()
  }

  /** Removes `sent` entries whose response arrived before this time, or whose version is at most this log position. */
  confirmUpTo({ before = 0, seq = -1 }: { before?: number; seq?: number }): void {
    for (const [key, { at, version }] of this.#sent)
      if (at < before || (version !== undefined && version <= seq)) this.#entries.forget(key)
  }

  /** True if a `sent` entry has no version, so that no log position can confirm it. */
  get needsVersion(): boolean {
    return [...this.#sent.values()].some(({ version }) => version === undefined)
  }

  /** Sets `seq` as the version of writes whose response arrived before this time without a version. */
  setVersions({ before, seq }: { before: number; seq: number }): void {
    for (const sent of this.#sent.values()) if (sent.at < before) sent.version ??= seq
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
    if ('data' in outcome) {
      this.#sent.set(entry.key, { at: performance.now(), version: versionsOf(outcome.data).at(-1) })
    }
    this.#waiting.get(entry.key)?.(outcome)
    this.#events.emit('settled', { entry, outcome })
  }

  #changed(): void {
    this.#shown = undefined
    for (const key of this.#sent.keys()) if (!this.#entries.get(key)) this.#sent.delete(key)
    for (const key of this.#confirmed) {
      if (this.#confirmed.size <= MOST_CONFIRMED) break
      if (!this.#entries.get(key)) this.#confirmed.delete(key)
    }
    this.#events.emit('entries', this.entries)
    this.#events.emit('status', undefined)
    this.#sender?.wake()
  }
}
