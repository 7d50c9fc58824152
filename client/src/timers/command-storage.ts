// Stores waiting commands across page reloads, each under its own key, so that windows never overwrite each other.
import type { ClientMessage } from '@daymark/contract/sockets/timer-socket'

/** Shared by all windows of one person. Any key-value storage for strings works; see `outboxIn`. */
export interface OutboxStorage {
  /** Returns the ids and serialized forms of all stored commands. */
  load(): Iterable<readonly [id: string, text: string]>
  save(id: string, text: string): void
  remove(id: string): void
}

export interface StoredCommand {
  message: ClientMessage & { id: string }
  /**
   * The time of the user's action on the device's clock. Commands are sorted by it, because all windows share this
   * clock.
   */
  device_at: number
  /** The time of the user's action on the server's clock; null if that clock was not known yet. */
  server_at: number | null
  /** A per-page counter that orders commands with the same `device_at`. */
  order: number
}

/** Stores commands in `localStorage` under `<prefix><id>`. `prefix` should identify the person. */
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

/** Returns undefined if the text is not a command from this or an older SDK version. */
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
