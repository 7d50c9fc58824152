// One window's view of a person's outbox entries. The storage is the truth between windows: each window reads it
// again after a hint, before it sends, and every two seconds, because a window may die before it gives the hint.
import type { Batch } from '../live/change-log.ts'
import { creates, isRelated, withBlocked } from './dependencies.ts'
import { asDiscarded, type EntryError, isEnded, isOpen, needsAttention, type OutboxEntry } from './entry.ts'
import type { EntryStorage } from './storage.ts'
import type { Channel } from './windows.ts'

export type Outcome = { readonly data: unknown } | { readonly error: EntryError }

export interface EntriesParts {
  readonly account: string
  readonly storage: EntryStorage
  readonly channel: Channel | undefined
  readonly speed: number
  /** True if this window shows everything that the accepted entry has done, so that it may be forgotten. */
  hasArrived(entry: OutboxEntry): boolean
  changed(): void
  /** Called in every window when an entry is accepted, is refused or expires. */
  settled(entry: OutboxEntry, outcome: Outcome): void
  /** Called when an entry was discarded in any window, or replaced in another window. */
  removed(entry: OutboxEntry): void
}

const LOOK_MS = 2_000
/** Accepted entries stay in the storage this long, so that every window learns their outcome. */
const ACCEPTED_MS = 60_000
/** Discarded entries stay as long as a key is known, so that no window that was frozen sends them. */
const DISCARDED_MS = 30 * 86_400_000

export class Entries {
  readonly #parts: EntriesParts
  readonly #all = new Map<string, OutboxEntry>()
  /** The number of running saves of each entry. Until they end, the storage may have an older state. */
  readonly #saving = new Map<string, number>()
  /** The keys of entries whose state is only in this window's memory, because the storage is full or blocked. */
  readonly #unsaved = new Set<string>()
  /** The keys of new entries that are still being stored. */
  readonly #unready = new Set<string>()
  /** Replaced entries, which stay in the storage until the entry with the key that replaces them is stored or ends. */
  readonly #replaced = new Map<string, OutboxEntry>()
  #tail: Promise<unknown> = Promise.resolve()
  #nextLook: Promise<void> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #shown: readonly OutboxEntry[] | undefined
  #hasLooked = false
  #isClosed = false
  /** The keys of entries that this window has sent and that have no outcome yet, and whether it is the one that sends. */
  readonly #attempted = new Set<string>()
  #leads = false

  constructor(parts: EntriesParts) {
    this.#parts = parts
    if (parts.channel) parts.channel.onmessage = () => void this.look()
    this.#lookLater()
  }

  /** Entries in sending order, without discarded ones. Returns the same array until something changes. */
  get list(): readonly OutboxEntry[] {
    this.#shown ??= withBlocked(
      [...this.#all.values()]
        .filter(({ state }) => state !== 'discarded')
        .sort((a, b) => a.order - b.order || (a.key < b.key ? -1 : 1)),
    )
    return this.#shown
  }

  get(key: string): OutboxEntry | undefined {
    const entry = this.#all.get(key)
    return entry?.state === 'discarded' ? undefined : entry
  }

  /** The number of entries that a reload would lose, because the storage is full or blocked. */
  get unsaved(): number {
    return this.list.filter(entry => this.#unsaved.has(entry.key) && !isEnded(entry)).length
  }

  /** False while an entry is being stored. Do not send such an entry yet. */
  isReady(key: string): boolean {
    return !this.#unready.has(key)
  }

  nextOrder(): number {
    return Math.max(Date.now(), ...[...this.#all.values()].map(entry => entry.order + 1))
  }

  /** Shows the entry at once, and stores it. Resolves to false if it cannot be stored. */
  async add(entry: OutboxEntry): Promise<boolean> {
    this.#unready.add(entry.key)
    this.#parts.storage.hold?.(entry)
    this.#set(entry)
    const isStored = await this.#save(entry.key)
    this.#unready.delete(entry.key)
    this.#changed()
    return isStored
  }

  /**
   * Adds an entry in place of another. The old one stays in the storage until the new one is stored or has an
   * outcome, so that a reload does not lose its input.
   */
  replace(key: string, entry: OutboxEntry): Promise<boolean> {
    const old = this.#all.get(key)
    if (old) {
      this.#replaced.set(entry.key, old)
      this.#all.set(key, asDiscarded(old))
    }
    return this.add(entry)
  }

  update(key: string, change: Partial<OutboxEntry>): void {
    const entry = this.get(key)
    if (!entry) return
    if (change.state === 'sending') this.#attempted.add(key)
    else if (change.state) this.#attempted.delete(key)
    this.#set({ ...entry, ...change })
    void this.#save(key)
  }

  /** The server has accepted the write: its effect is complete at the log position `seq`. */
  accept(key: string, outcome: Outcome, seq: number): void {
    const { error = null, data: answer } = outcome as { error?: EntryError; data?: unknown }
    this.#endReplaced(key)
    this.update(key, { state: 'sent', seq, error, answer, job: null, ended_at: Date.now() })
  }

  discard(key: string): void {
    const entry = this.get(key)
    if (!entry) return
    this.#endReplaced(key)
    this.#parts.removed(entry)
    this.#all.set(key, asDiscarded(entry))
    this.#changed()
    void this.#save(key)
  }

  /** Notes what has arrived of open entries, so that no write is shown on top of itself or after a deletion. */
  note({ reply_to, changes }: Batch): void {
    const own = reply_to === undefined ? undefined : this.get(reply_to)
    if (own) {
      const included = new Map([...(own.included ?? []), ...changes.map(({ id, seq }) => [id, seq] as const)])
      this.#all.set(own.key, { ...own, included })
    }
    const deleted = new Set(changes.flatMap(({ id, resource }) => (resource === null ? id : [])))
    for (const entry of this.#all.values())
      if (deleted.has(entry.id ?? '') && creates(entry) !== null)
        this.#all.set(entry.key, { ...entry, isGone: true })
    this.#shown = undefined
  }

  /** Call this when more has arrived in this window. */
  arrived(): void {
    // The storage does not know these, so no reading of it would drop them.
    for (const key of this.#unsaved) if (this.#isOver(this.#all.get(key))) this.#drop(key)
    this.#changed()
  }

  /** Reads the storage, after all earlier saves of this window. Stores what it could not keep before. */
  look(): Promise<void> {
    this.#nextLook ??= this.#enqueue(async () => {
      this.#nextLook = undefined
      if (await this.#putUnsaved()) this.#hint()
      await this.#read()
    })
    return this.#nextLook
  }

  /** Makes this window the sender. What another window was sending is sent again, because its outcome is unknown. */
  lead(): void {
    this.#leads = true
    for (const entry of this.#all.values()) if (entry.state === 'sending') this.#set(this.#asOwn(entry))
  }

  /** Resolves when all storage operations started before this call have ended. */
  async flushed(): Promise<void> {
    await this.#tail
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#parts.channel?.close()
  }

  #lookLater(): void {
    if (this.#isClosed) return
    this.#timer = setTimeout(() => {
      void this.look()
      this.#lookLater()
    }, LOOK_MS / this.#parts.speed)
    // In Node, the timer would keep the program from exiting.
    ;(this.#timer as { unref?: () => void }).unref?.()
  }

  async #read(): Promise<void> {
    const loaded = await this.#load()
    if (!loaded || this.#isClosed) return
    const found = new Set(loaded.map(({ key }) => key))
    for (const entry of loaded) if (!this.#isOwnState(entry.key)) this.#take(entry)
    for (const [key, entry] of this.#all) {
      if (found.has(key) || this.#isOwnState(key)) continue
      // Whatever removed an open entry has not told its outcome. Its key makes it safe to ask the server again.
      if (isOpen(entry)) void this.#save(key)
      else if (entry.state !== 'sent' || this.#isOver(entry)) this.#drop(key)
    }
    for (const entry of loaded) if (this.#isOutdated(entry)) await this.#erase(entry.key)
    const isFirst = !this.#hasLooked
    this.#hasLooked = true
    if (isFirst) this.#changed()
  }

  /** Undefined if the storage cannot be read. The window then goes on with what it knows. */
  async #load(): Promise<OutboxEntry[] | undefined> {
    try {
      return await this.#parts.storage.load(this.#parts.account)
    } catch {
      return undefined
    }
  }

  /** True while this window has a newer state than the storage. */
  #isOwnState(key: string): boolean {
    return this.#saving.has(key) || this.#unsaved.has(key) || this.#heldBack(key) !== undefined
  }

  #heldBack(key: string): OutboxEntry | undefined {
    return [...this.#replaced.values()].find(entry => entry.key === key)
  }

  /** Takes over the state of the storage. */
  #take(stored: OutboxEntry): void {
    const { key } = stored
    const known = this.#all.get(key)
    const entry = this.#asOwn(stored)
    if (known && isSameState(known, entry)) return
    // A window that did not know the outcome yet has stored the entry again.
    if (known?.state === 'sent' && isOpen(entry)) return void this.#save(key)
    if (entry.state === 'discarded') {
      if (known) this.#parts.removed(known)
      this.#all.set(key, entry)
      if (known) this.#changed()
    } else this.#set({ ...entry, ...arrivedOf(known) })
  }

  /** Only the sender knows whether something is being sent right now. */
  #asOwn(entry: OutboxEntry): OutboxEntry {
    const isLeft = this.#leads && entry.state === 'sending' && !this.#attempted.has(entry.key)
    return isLeft ? { ...entry, state: 'waiting' } : entry
  }

  #isOver(entry: OutboxEntry | undefined): boolean {
    return (
      entry === undefined ||
      entry.state === 'discarded' ||
      (entry.state === 'sent' && this.#parts.hasArrived(entry))
    )
  }

  #isOutdated(entry: OutboxEntry): boolean {
    const { state, ended_at = 0 } = entry
    const keptMs = state === 'sent' ? ACCEPTED_MS / this.#parts.speed : DISCARDED_MS
    return this.#isOver(entry) && ended_at < Date.now() - keptMs
  }

  #set(next: OutboxEntry): void {
    const before = this.#all.get(next.key)
    const included = new Map([...(next.included ?? []), ...answeredItems(next)])
    const entry = included.size > 0 ? { ...next, included } : next
    this.#all.set(entry.key, entry)
    this.#changed()
    const isNew = before?.state !== entry.state && (before !== undefined || this.#hasLooked)
    if (!isNew) return
    if (needsAttention(entry) && entry.error) this.#parts.settled(entry, { error: entry.error })
    if (entry.state === 'sent')
      this.#parts.settled(entry, entry.error ? { error: entry.error } : { data: entry.answer })
  }

  #endReplaced(by: string): void {
    const entry = this.#replaced.get(by)
    if (!entry) return
    this.#replaced.delete(by)
    void this.#save(entry.key)
  }

  #drop(key: string): void {
    this.#unsaved.delete(key)
    if (this.#all.delete(key)) this.#changed()
  }

  /** Stores the current state of an entry. Resolves to false if it cannot be stored. */
  #save(key: string): Promise<boolean> {
    this.#saving.set(key, (this.#saving.get(key) ?? 0) + 1)
    return this.#enqueue(async () => {
      const isStored = await this.#put(key)
      const left = (this.#saving.get(key) ?? 1) - 1
      if (left > 0) this.#saving.set(key, left)
      else this.#saving.delete(key)
      if (isStored) await this.#putUnsaved()
      this.#hint()
      return isStored
    })
  }

  /** Ends at the first entry that the storage does not keep. Returns true if it keeps one that it did not before. */
  async #putUnsaved(): Promise<boolean> {
    let isStored = false
    for (const key of [...this.#unsaved]) {
      if (!(await this.#put(key))) break
      isStored = true
    }
    return isStored
  }

  async #put(key: string): Promise<boolean> {
    const entry = this.#heldBack(key) ?? this.#all.get(key)
    if (!entry) return this.#unsaved.delete(key)
    const { included: _, isGone: __, ...stored } = entry
    try {
      // Another window would send this entry before the earlier one.
      for (const earlier of this.#unsavedBefore(entry))
        if (!(await this.#put(earlier))) throw new Error('An earlier entry could not be stored.')
      await this.#parts.storage.save(stored)
      if (this.#unsaved.delete(key)) this.#changed()
      this.#endReplaced(key)
      return true
    } catch {
      const isNew = !this.#unsaved.has(key)
      this.#unsaved.add(key)
      if (isEnded(entry)) {
        // A full storage can still remove what a later window must not send.
        await this.#parts.storage.remove(key).catch(() => {})
        this.#endReplaced(key)
      }
      // Otherwise, every attempt to store it would cause the next one.
      if (isNew) this.#changed()
      return false
    }
  }

  #unsavedBefore(entry: OutboxEntry): string[] {
    if (!isOpen(entry)) return []
    return [...this.#unsaved].filter(key => {
      const other = this.#all.get(key)
      return other && isOpen(other) && other.order < entry.order && isRelated(other, entry)
    })
  }

  async #erase(key: string): Promise<void> {
    await this.#parts.storage.remove(key).catch(() => {})
    this.#drop(key)
  }

  /** Runs storage operations in sequence, so that none overtakes an earlier one. */
  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#tail.then(work)
    this.#tail = result.catch(() => {})
    return result
  }

  #hint(): void {
    if (!this.#isClosed) this.#parts.channel?.postMessage('look')
  }

  #changed(): void {
    this.#shown = undefined
    this.#parts.changed()
  }
}

/** What is known only in memory. */
const arrivedOf = (entry: OutboxEntry | undefined): Pick<OutboxEntry, 'included' | 'isGone'> => ({
  ...(entry?.included && { included: entry.included }),
  ...(entry?.isGone && { isGone: entry.isGone }),
})

/** The versions of the items in the server's response, which contain the write. */
function answeredItems({ answer }: OutboxEntry): [string, number][] {
  const { items = [answer] } = (answer ?? {}) as { items?: unknown }
  const all = Array.isArray(items)
    ? (items as ({ id?: unknown; version?: unknown } | null | undefined)[])
    : []
  return all.flatMap(item =>
    typeof item?.id === 'string' && typeof item.version === 'number' ? [[item.id, item.version]] : [],
  )
}

const isSameState = (a: OutboxEntry, b: OutboxEntry): boolean =>
  a.state === b.state &&
  a.attempts === b.attempts &&
  a.faults === b.faults &&
  a.seq === b.seq &&
  a.job?.progress === b.job?.progress
