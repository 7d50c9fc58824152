// Writes one window's outbox entries to the storage, one operation at a time.
import type { OutboxEntry } from '../entry.ts'
import type { EntryStorage } from '../storage.ts'

export interface SavingParts {
  readonly account: string
  readonly storage: EntryStorage
  /** Returns the current state of an entry; undefined if it no longer has to be stored. */
  current(key: string): OutboxEntry | undefined
  /** `unsaved` may have changed. */
  changed(): void
  /** The replaced entry with this key is no longer in the storage. */
  replacedErased(key: string): void
}

export class Saving {
  readonly #parts: SavingParts
  readonly #saved = new Set<string>()
  readonly #unsaved = new Set<string>()
  /** The keys of replaced entries that are still in the storage, by the new entry's key. */
  readonly #replaced = new Map<string, string>()
  #tail: Promise<unknown> = Promise.resolve()

  constructor(parts: SavingParts) {
    this.#parts = parts
  }

  /** The number of entries that exist only in this window's memory, because the storage is full or blocked. */
  get unsaved(): number {
    return this.#unsaved.size
  }

  /**
   * Reads the account's entries. `missing` contains the keys of entries that were in the storage before and no
   * longer are. Returns undefined if the storage cannot be read.
   */
  async load(): Promise<{ stored: OutboxEntry[]; missing: string[] } | undefined> {
    const before = [...this.#saved]
    const stored = await this.#parts.storage.load(this.#parts.account).catch(() => undefined)
    if (!stored) return undefined
    const keys = new Set(stored.map(entry => entry.key))
    for (const key of keys) this.#saved.add(key)
    return { stored, missing: before.filter(key => !keys.has(key)) }
  }

  /** Keeps the entry with the key `old` in the storage until `by` is stored or erased. */
  replace(old: string, by: string): void {
    this.#replaced.set(by, old)
  }

  /** Stores an entry. Resolves to false if it cannot be stored. */
  save(entry: OutboxEntry): Promise<boolean> {
    return this.#enqueue(async () => {
      const isStored = await this.#isKept(entry)
      this.#note(entry.key, isStored)
      if (isStored) await this.#saveOthers()
      return isStored
    })
  }

  /** Resolves when the entry is removed from the storage, or cannot be removed. */
  erase(key: string): Promise<void> {
    this.#saved.delete(key)
    this.#unsaved.delete(key)
    this.#eraseReplaced(key)
    return this.#enqueue(() => this.#parts.storage.remove(key).catch(() => {}))
  }

  /** Resolves when all operations started before this call have ended. */
  async flushed(): Promise<void> {
    await this.#tail
  }

  async #isKept(entry: OutboxEntry): Promise<boolean> {
    try {
      await this.#parts.storage.save(entry)
      return true
    } catch {
      return false
    }
  }

  /** Saves the entries that could not be stored before. Called after each successful save. */
  async #saveOthers(): Promise<void> {
    for (const key of [...this.#unsaved]) {
      const entry = this.#parts.current(key)
      if (!entry) this.#unsaved.delete(key)
      else if (await this.#isKept(entry)) this.#note(key, true)
      else return
    }
  }

  #note(key: string, isStored: boolean): void {
    if (isStored) {
      this.#saved.add(key)
      this.#unsaved.delete(key)
      this.#eraseReplaced(key)
    } else this.#unsaved.add(key)
    this.#parts.changed()
  }

  #eraseReplaced(by: string): void {
    const key = this.#replaced.get(by)
    if (key === undefined) return
    this.#replaced.delete(by)
    void this.erase(key).then(() => this.#parts.replacedErased(key))
  }

  /** Runs operations in sequence, so that a removal never overtakes an earlier save. */
  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#tail.then(work)
    this.#tail = result.catch(() => {})
    return result
  }
}
