// Other modules use localStorage, sessionStorage and IndexedDB only through this one. `safeStorage` keeps values in
// memory if storage is blocked or full.

/** Takes a function, because even reading `localStorage` throws if storage is blocked. */
export function safeStorage(open: () => Storage): Storage {
  const memory = new Map<string, string>()
  function attempt<T>(work: (storage: Storage) => T, otherwise: T): T {
    try {
      return work(open())
    } catch {
      return otherwise
    }
  }
  /** Includes the keys of values that are only in memory. */
  const keys = () => {
    const stored = attempt(
      storage => Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? ''),
      [],
    )
    return [...new Set([...stored, ...memory.keys()])]
  }
  return {
    get length() {
      return keys().length
    },
    key: index => keys()[index] ?? null,
    getItem: key => memory.get(key) ?? attempt(storage => storage.getItem(key), null),
    setItem(key, value) {
      memory.set(key, value)
      const isStored = attempt(storage => {
        storage.setItem(key, value)
        return true
      }, false)
      if (isStored) memory.delete(key)
    },
    removeItem(key) {
      memory.delete(key)
      attempt(storage => storage.removeItem(key), undefined)
    },
    clear() {
      memory.clear()
      attempt(storage => storage.clear(), undefined)
    },
  }
}

/** Shared by all windows of this browser. */
export const storage = safeStorage(() => localStorage)

/** Belongs to this window only. */
export const windowStorage = safeStorage(() => sessionStorage)

/** Returns undefined if IndexedDB is blocked, in which case even reading the global throws. */
export function databases(): IDBFactory | undefined {
  try {
    return indexedDB
  } catch {
    return undefined
  }
}

/** Rejects if IndexedDB is blocked. */
export async function openDatabase(name: string, version: number, prepare: (database: IDBDatabase) => void) {
  const opening = indexedDB.open(name, version)
  opening.onupgradeneeded = () => prepare(opening.result)
  return answerOf(opening)
}

export const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** Returns undefined if BroadcastChannel is blocked. */
export function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name)
  } catch {
    return undefined
  }
}
