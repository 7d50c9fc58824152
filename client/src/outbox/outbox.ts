// The outbox: every write of a person, kept over reloads, sent in order, exactly once, from one window at a time.
//
//   const write = outbox.write(todos.create, { body: { title: 'Report', tag_group_id } })
//   write.id               // of the todo, chosen here; a child may name it at once
//   await write.stored     // true: survives a reload; false: only in memory, because the storage is full or blocked
//   await write.done       // the server's answer; rejects when it refuses
//   outbox.entries         // everything that is not done, in order: show it on top of what the server has said
//   outbox.on('entries', entries => …)
//   outbox.retry(key, { body })   // a refused or expired entry, as it was or corrected
//   outbox.discard(key)

import { newId } from '../random-id.ts'
import { Emitter } from '../socket/emitter.ts'
import type { ServerClock } from '../socket/server-clock.ts'
import { creates, dependentsOf } from './dependencies.ts'
import { Entries, type Outcome } from './entries.ts'
import { isOpen, needsAttention, type OutboxEntry } from './entry.ts'
import { asError, asSent, type Given, newEntry } from './new-entry.ts'
import { Sender, type SenderState, type Transport } from './sender.ts'
import type { EntryStorage } from './storage.ts'
import type { Windows } from './windows.ts'
import type { Writable, Write } from './write.ts'

export interface OutboxEvents {
  /** Everything that waits, was refused, or was sent and has not arrived yet. */
  entries: readonly OutboxEntry[]
  /** The server has done or refused an entry, or it will never be sent; emitted in every window. */
  settled: { readonly entry: OutboxEntry; readonly outcome: Outcome }
  /** `OutboxStatus` may have changed. */
  status: undefined
}

export interface OutboxParts {
  readonly account: string
  readonly storage: EntryStorage
  readonly windows: Windows
  readonly transport: Transport
  readonly clock: ServerClock
  /** Names the lock and the channel that the windows share. */
  readonly name: string
}

/** Messages of other windows are never this far behind the changes. */
const MOST_CONFIRMED = 1_000
const DISCARDED = 'It needs something that was discarded.'

export class Outbox {
  readonly #parts: OutboxParts
  readonly #entries: Entries
  readonly #sender: Sender
  readonly #events = new Emitter<OutboxEvents>()
  readonly #waiting = new Map<string, (outcome: Outcome) => void>()
  /** The last keys whose changes have arrived here: before the answer, or before another window reported the entry. */
  readonly #confirmed = new Set<string>()
  /** When each `sent` entry was answered, and the version in the answer. */
  readonly #sent = new Map<string, { at: number; version: number | undefined }>()
  #shown: readonly OutboxEntry[] | undefined

  constructor(parts: OutboxParts) {
    this.#parts = parts
    const { account, storage, windows, clock, transport, name } = parts
    this.#entries = new Entries({
      account,
      storage,
      channel: windows.channel(name),
      staysSent: entry => entry.kind !== null && !this.#confirmed.has(entry.key),
      changed: () => this.#changed(),
      settled: (entry, outcome) => this.#settled(entry, outcome),
    })
    const changed = () => this.#events.emit('status', undefined)
    const [entries, locks] = [this.#entries, windows.locks]
    this.#sender = new Sender({ entries, transport, clock, locks, lockName: name, changed })
    // The leading window reads the storage too; the others only show its entries.
    void this.#entries.refresh()
  }

  get entries(): readonly OutboxEntry[] {
    this.#shown ??= this.#entries.list.filter(entry => !this.#confirmed.has(entry.key))
    return this.#shown
  }

  /** Entries that a reload would lose. */
  get unsaved(): number {
    return this.#entries.unsaved
  }

  get state(): SenderState {
    return this.#sender.state
  }

  /** The last attempt to send did not reach the server. */
  get isOffline(): boolean {
    return this.#sender.isOffline
  }

  on<K extends keyof OutboxEvents>(type: K, listener: (event: OutboxEvents[K]) => void): () => void {
    return this.#events.on(type, listener)
  }

  /** Adds a write. A new item gets its id here, unless the body has one. */
  write<Input, Answer>({ target }: Writable<Input, Answer>, input: Input): Write<Answer> {
    const { params = {}, query = {}, body } = input as Partial<Given>
    return this.#add(`${target.method} ${target.path}`, { params, query, body }) as Write<Answer>
  }

  /** Adds a timer command, with the time of the press; `notBefore`: the last known event of the timer. */
  command(type: string, payload: object, notBefore = 0): Write<unknown> {
    return this.#add(type, { params: {}, query: {}, body: payload }, notBefore)
  }

  /** Sends a refused or expired entry again, with a new key; `body` replaces the input. */
  retry(key: string, { body }: { body?: unknown } = {}): Write<unknown> | undefined {
    const entry = this.#entries.get(key)
    if (!entry || !needsAttention(entry)) return undefined
    const again = { ...entry, ...(body !== undefined && { body: asSent(body) }) }
    // An expired command counts as pressed now; a refused one keeps the time of its press.
    const time = entry.state === 'expired' ? this.#time() : {}
    const write = this.#give({ ...again, ...time, key: newId(), state: 'waiting', attempts: 0, error: null })
    void write.stored.then(() => this.#entries.remove(key))
    return write
  }

  /**
   * Discards an entry; false if it is being sent or done. If it creates an item, changes of that item are discarded
   * too; other entries that need it are refused, because they contain something that a person has entered.
   */
  discard(key: string): boolean {
    const entry = this.#entries.get(key)
    if (!entry || entry.state === 'sending' || entry.state === 'sent') return false
    const dependents = dependentsOf(entry, this.#entries.list)
    this.#entries.remove(key)
    for (const each of dependents.filter(isOpenOrBlocked)) {
      if (each.id === entry.id && creates(each) === null) this.#entries.remove(each.key)
      else {
        const error = { status: 0, detail: DISCARDED, errors: [] }
        this.#entries.update(each.key, { state: 'refused', error }, true)
      }
    }
    this.#waiting.get(key)?.({ error: { status: 0, detail: 'It was discarded.', errors: [] } })
    return true
  }

  /** The changes of this entry have arrived in this window. */
  confirm(key: string): void {
    const entry = this.#entries.get(key)
    const isNew = !this.#confirmed.has(key)
    this.#confirmed.add(key)
    if (!entry) return
    // Writes are sent one after the other, so the changes of earlier ones have arrived as well.
    for (const earlier of [...this.#sent.keys()]) {
      if (earlier === key) break
      this.#entries.forget(earlier)
    }
    if (entry.state === 'sent') this.#entries.forget(key)
    else if (isNew) this.#changed()
  }

  /** Everything that was answered before this time, or up to this version, has arrived in this window. */
  confirmUpTo({ before = 0, seq = -1 }: { before?: number; seq?: number }): void {
    for (const [key, { at, version }] of this.#sent)
      if (at < before || (version !== undefined && version <= seq)) this.#entries.forget(key)
  }

  /** Whether a done write has no version that could confirm it. */
  get needsVersion(): boolean {
    return [...this.#sent.values()].some(({ version }) => version === undefined)
  }

  /** The changes of everything that was answered before this time are in the log up to `seq`. */
  setVersions({ before, seq }: { before: number; seq: number }): void {
    for (const sent of this.#sent.values()) if (sent.at < before) sent.version ??= seq
  }

  /** The right person is signed in and the server is reachable: sends what waits. */
  resume(): void {
    this.#sender.resume()
  }

  /** Nothing is sent until `resume`. */
  suspend(state: 'unknown' | 'signed-out'): void {
    this.#sender.suspend(state)
  }

  /** The socket works again. */
  wake(): void {
    this.#sender.wake()
  }

  /** Stored entries stay stored. */
  close(): void {
    this.#sender.close()
    this.#entries.close()
    this.#events.clear()
    for (const settle of [...this.#waiting.values()])
      settle({ error: { status: 0, detail: 'The connection was closed.', errors: [] } })
  }

  #add(operation: string, given: Given, notBefore = 0): Write<unknown> {
    const { account } = this.#parts
    return this.#give(
      newEntry(operation, given, { account, order: this.#entries.nextOrder(), ...this.#time(notBefore) }),
    )
  }

  #give(entry: OutboxEntry): Write<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    this.#waiting.set(entry.key, outcome => {
      this.#waiting.delete(entry.key)
      if ('data' in outcome) resolve(outcome.data)
      else reject(asError(outcome.error))
    })
    // A caller that does not wait for the outcome finds refusals among the entries.
    promise.catch(() => {})
    return { key: entry.key, id: entry.id, stored: this.#entries.add(entry), done: promise }
  }

  /** Without a known server clock, only the device's time is recorded. */
  #time(notBefore = 0): Pick<OutboxEntry, 'created_at' | 'server_at'> {
    const { clock } = this.#parts
    const server_at = clock.isKnown && clock.isSteady ? Math.max(Math.floor(clock.now()), notBefore) : null
    return { created_at: clock.deviceNow(), server_at }
  }

  #settled(entry: OutboxEntry, outcome: Outcome): void {
    if ('data' in outcome) {
      const version = (outcome.data as { version?: unknown } | null)?.version
      this.#sent.set(entry.key, {
        at: performance.now(),
        version: typeof version === 'number' ? version : undefined,
      })
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

const isOpenOrBlocked = (entry: OutboxEntry): boolean => isOpen(entry) || entry.state === 'blocked'
