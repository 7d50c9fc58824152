// How waiting commands are stored over a reload of the page: one text for each, so that windows never overwrite each
// other.
import type { ClientMessage } from '@daymark/contract/sockets/timer-socket'

/**
 * Shared by all windows of one person. Any storage of texts by key works; `outboxIn` makes one from `localStorage`.
 */
export interface OutboxStorage {
  /** The ids and texts of all stored commands. */
  load(): Iterable<readonly [id: string, text: string]>
  save(id: string, text: string): void
  remove(id: string): void
}

export interface StoredCommand {
  message: ClientMessage & { id: string }
  /** The time of the press by the device's clock, which all windows share: it determines the order. */
  device_at: number
  /** The time of the press by the server's clock; null when that was not known yet. */
  server_at: number | null
  /** Counts the commands of one page, for those of the same millisecond. */
  order: number
}

/** Stores under `<prefix><id>`. For `localStorage`; `prefix` should identify the person. */
export const outboxIn = (storage: Storage, prefix: string): OutboxStorage => ({
  load: () =>
    Array.from({ length: storage.length }, (_, i) => storage.key(i))
      .filter(key => key?.startsWith(prefix) ?? false)
      .flatMap(key => {
        const text = storage.getItem(key ?? '')
        return key === null || text === null ? [] : [[key.slice(prefix.length), text] as const]
      }),
  save: (id, text) => storage.setItem(prefix + id, text),
  remove: id => storage.removeItem(prefix + id),
})

export const writeEntry = (entry: StoredCommand): string => JSON.stringify(entry)

/** Undefined for a text that no version of this program has written. */
export function readEntry(id: string, text: string): StoredCommand | undefined {
  try {
    const entry = JSON.parse(text) as StoredCommand
    const isWhole =
      entry.message.id === id && typeof entry.message.type === 'string' && Number.isFinite(entry.device_at)
    return isWhole ? entry : undefined
  } catch {
    return undefined
  }
}
