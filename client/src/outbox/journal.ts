// Keeps entries in `localStorage` until IndexedDB has stored them. Writing to `localStorage` is synchronous, so no
// entry is lost when a page closes.
import type { OutboxEntry } from './entry.ts'
import { isEntry } from './storage.ts'

export interface Journal {
  add(entry: OutboxEntry): void
  remove(key: string): void
  entries(): OutboxEntry[]
}

/** The part of `localStorage` used here. */
export interface SyncStorage {
  readonly length: number
  key(index: number): string | null
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/** Opens the journal. It ignores a missing, blocked or full `localStorage`, because IndexedDB is the main storage. */
export function openJournal(
  name: string,
  storage = () => (globalThis as { localStorage?: SyncStorage }).localStorage,
): Journal {
  const prefix = `${name} `
  /**
   * Calls `work` with `localStorage`. Returns `otherwise` if `localStorage` is missing or `work` fails. If
   * `localStorage` is blocked, even reading `globalThis.localStorage` throws.
   */
  function attempt<T>(work: (storage: SyncStorage) => T, otherwise: T): T {
    try {
      const opened = storage()
      return opened ? work(opened) : otherwise
    } catch {
      return otherwise
    }
  }
  const read = (key: string) => attempt(store => JSON.parse(store.getItem(key) ?? 'null') as unknown, null)
  return {
    add: entry => attempt(store => store.setItem(prefix + entry.key, JSON.stringify(entry)), undefined),
    remove: key => attempt(store => store.removeItem(prefix + key), undefined),
    entries() {
      const keys = attempt(
        store => Array.from({ length: store.length }, (_, index) => store.key(index) ?? ''),
        [],
      )
      return keys
        .filter(key => key.startsWith(prefix))
        .map(read)
        .filter(isEntry)
    },
  }
}
