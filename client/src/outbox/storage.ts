// Where entries are stored over a reload. Any storage of objects by key works.
import type { OutboxEntry } from './entry.ts'

export interface EntryStorage {
  /** All entries of an account, in any order. */
  load(account: string): Promise<OutboxEntry[]>
  /** Called before `save`: keeps the entry at once if that is possible, for a page that closes before it is saved. */
  hold?(entry: OutboxEntry): void
  /** Adds or replaces; resolves when it would survive a crash, rejects when it cannot be stored. */
  save(entry: OutboxEntry): Promise<void>
  remove(key: string): Promise<void>
}

/** Keeps entries only as long as the program runs. */
export function memoryStorage(): EntryStorage {
  const entries = new Map<string, OutboxEntry>()
  return {
    load: async account => [...entries.values()].filter(entry => entry.account === account),
    save: async entry => void entries.set(entry.key, entry),
    remove: async key => void entries.delete(key),
  }
}

/** Whether a stored object is an entry that some version of this program has written. */
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
