// One person's outbox entries, kept in sync between memory, storage and other windows.
import { withBlocked } from '../dependencies.ts'
import { type EntryError, needsAttention, type OutboxEntry } from '../entry.ts'
import type { EntryStorage } from '../storage.ts'
import type { Channel } from '../windows.ts'
import { Saving } from './saving.ts'

export type Outcome = { readonly data: unknown } | { readonly error: EntryError }

type Note =
  | { readonly type: 'put'; readonly entry: OutboxEntry }
  | { readonly type: 'remove'; readonly key: string }
  | { readonly type: 'settle'; readonly key: string; readonly outcome: Outcome }

export interface EntriesParts {
  readonly account: string
  readonly storage: EntryStorage
  readonly channel: Channel | undefined
  /** True if a completed entry stays listed as `sent` until its change has arrived in this window. */
  staysSent(entry: OutboxEntry): boolean
  changed(): void
  /** Called in every window when an entry is completed, is refused or expires. */
  settled(entry: OutboxEntry, outcome: Outcome): void
  /** Called when an entry was discarded in any window, or replaced in another window. */
  removed(entry: OutboxEntry): void
}

export class Entries {
  readonly #parts: EntriesParts
  readonly #all = new Map<string, OutboxEntry>()
  /** The keys of removed entries, so that a late message or a running `refresh` does not add them again. */
  readonly #gone = new Set<string>()
  /** The keys of this window's entries that are still being stored. */
  readonly #unready = new Set<string>()
  readonly #saving: Saving
  #shown: readonly OutboxEntry[] | undefined
  #isClosed = false
  #leads = false

  constructor(parts: EntriesParts) {
    this.#parts = parts
    this.#saving = new Saving({
      ...parts,
      current: key => {
        const entry = this.#all.get(key)
        return entry?.state === 'sent' ? undefined : entry
      },
      changed: () => this.#changed(),
      replacedErased: key => this.#tell({ type: 'remove', key }),
    })
    if (parts.channel) parts.channel.onmessage = ({ data }) => this.#hear(data as Note)
  }

  /** Entries in sending order. Returns the same array until something changes. */
  get list(): readonly OutboxEntry[] {
    this.#shown ??= withBlocked(
      [...this.#all.values()].sort((a, b) => a.order - b.order || (a.key < b.key ? -1 : 1)),
    )
    return this.#shown
  }

  get(key: string): OutboxEntry | undefined {
    return this.#all.get(key)
  }

  /** The number of entries that exist only in this window's memory, because the storage is full or blocked. */
  get unsaved(): number {
    return this.#saving.unsaved
  }

  /** False while an entry is being stored. Do not send such an entry yet. */
  isReady(key: string): boolean {
    return !this.#unready.has(key)
  }

  nextOrder(): number {
    return Math.max(Date.now(), ...[...this.#all.values()].map(entry => entry.order + 1))
  }

  /** Shows the entry at once, stores it, then notifies other windows. Resolves to false if it cannot be stored. */
  async add(entry: OutboxEntry): Promise<boolean> {
    this.#unready.add(entry.key)
    this.#parts.storage.hold?.(entry)
    this.#set(entry)
    const isStored = await this.#saving.save(entry)
    this.#unready.delete(entry.key)
    if (this.#all.has(entry.key)) this.#tell({ type: 'put', entry })
    this.#changed()
    return isStored
  }

  /**
   * Adds an entry in place of another. The old one stays in the storage until the new one is stored or has an
   * outcome, so that a reload does not lose its input.
   */
  replace(key: string, entry: OutboxEntry): Promise<boolean> {
    this.#saving.replace(key, entry.key)
    const added = this.add(entry)
    this.#drop(key)
    return added
  }

  /** With `keep`, the change is also stored and survives a reload. */
  update(key: string, change: Partial<OutboxEntry>, keep = false): void {
    const known = this.#all.get(key)
    if (!known) return
    const entry = { ...known, ...change }
    this.#set(entry)
    if (keep) void this.#saving.save(entry).then(() => this.#tell({ type: 'put', entry }))
    else this.#tell({ type: 'put', entry })
  }

  /** Ends an entry with the server's response, or with an error if nothing is left to do (`moot` in verdict.ts). */
  settle(key: string, outcome: Outcome): void {
    void this.#saving.erase(key).then(() => this.#tell({ type: 'settle', key, outcome }))
    this.#applyOutcome(key, outcome)
  }

  remove(key: string): void {
    void this.#saving.erase(key).then(() => this.#tell({ type: 'remove', key }))
    this.#withdraw(key)
  }

  /** Removes an entry from this window only, because its change has arrived. */
  forget(key: string): void {
    this.#drop(key)
  }

  /** Reads the storage: adds unknown entries, and drops entries that other windows have removed. */
  async refresh(): Promise<void> {
    const loaded = await this.#saving.load()
    if (!loaded) return
    for (const key of loaded.missing) if (this.#all.get(key)?.state !== 'sent') this.#drop(key)
    for (const entry of loaded.stored)
      if (!this.#gone.has(entry.key) && !this.#all.has(entry.key)) this.#all.set(entry.key, asWaiting(entry))
    this.#changed()
  }

  /**
   * Makes this window the sender. Resets entries that another window was sending to `waiting`, because their outcome
   * is unknown.
   */
  async takeOver(): Promise<void> {
    this.#leads = true
    await this.refresh()
    for (const { key, state } of this.#all.values())
      if (state === 'sending') this.update(key, { state: 'waiting' })
  }

  /** Resolves when all storage operations started before this call have ended. */
  flushed(): Promise<void> {
    return this.#saving.flushed()
  }

  close(): void {
    this.#isClosed = true
    this.#parts.channel?.close()
  }

  #hear(note: Note): void {
    if (note.type === 'remove') this.#withdraw(note.key)
    else if (note.type === 'settle') this.#applyOutcome(note.key, note.outcome)
    else if (!this.#gone.has(note.entry.key) && this.#all.get(note.entry.key)?.state !== 'sent')
      this.#set(this.#leads ? asWaiting(note.entry) : note.entry)
  }

  #applyOutcome(key: string, outcome: Outcome): void {
    const entry = this.#all.get(key)
    // Remembers the key, because a running `refresh` may still find the entry in the storage.
    if (!entry) this.#gone.add(key)
    if (!entry || entry.state === 'sent') return
    if ('data' in outcome && this.#parts.staysSent(entry)) this.#set({ ...entry, state: 'sent' })
    else this.#drop(key)
    this.#parts.settled(entry, outcome)
  }

  #set(entry: OutboxEntry): void {
    const before = this.#all.get(entry.key)
    this.#all.set(entry.key, entry)
    this.#changed()
    if (before?.state !== entry.state && needsAttention(entry) && entry.error)
      this.#parts.settled(entry, { error: entry.error })
  }

  #withdraw(key: string): void {
    const entry = this.#all.get(key)
    if (entry) this.#parts.removed(entry)
    this.#drop(key)
  }

  #drop(key: string): void {
    this.#gone.add(key)
    if (this.#all.delete(key)) this.#changed()
  }

  #changed(): void {
    this.#shown = undefined
    this.#parts.changed()
  }

  /**
   * Notifies the other windows. If the storage changes too, call this afterward: a new window listens before it
   * reads the storage, so it either receives the message or finds the change in the storage.
   */
  #tell(note: Note): void {
    if (!this.#isClosed) this.#parts.channel?.postMessage(note)
  }
}

/** Resets `sending` to `waiting`, because a window that closes while sending never reports the outcome. */
const asWaiting = (entry: OutboxEntry): OutboxEntry =>
  entry.state === 'sending' ? { ...entry, state: 'waiting' } : entry
