// Where the outbox keeps its entries. Any key-value storage can implement this interface.
import type { OutboxEntry } from './entry.ts'

export interface EntryStorage {
  /** Returns all of an account's entries, in any order. */
  load(account: string): Promise<OutboxEntry[]>
  /** Called before `save`. Should store the entry synchronously, because the page may close before `save` ends. */
  hold?(entry: OutboxEntry): void
  /** Adds or replaces an entry. Resolves when it would survive a crash, and rejects if it cannot be stored. */
  save(entry: OutboxEntry): Promise<void>
  remove(key: string): Promise<void>
}

/** A storage that keeps entries only while the program runs. */
export function memoryStorage(): EntryStorage {
  const entries = new Map<string, OutboxEntry>()
  return {
    load: async account => [...entries.values()].filter(entry => entry.account === account),
    save: async entry => void entries.set(entry.key, entry),
    remove: async key => void entries.delete(key),
  }
}

/** True if a stored object is an entry from this or an older SDK version. */
export function isEntry(value: unknown): value is OutboxEntry {
  const entry = value as Partial<OutboxEntry> | null
  return (
    typeof entry === 'object' &&
    typeof entry?.key === 'string' &&
    typeof entry.account === 'string' &&
    typeof entry.operation === 'string' &&
    Number.isFinite(entry.order) &&
    Number.isFinite(entry.created_at)
  )
}
