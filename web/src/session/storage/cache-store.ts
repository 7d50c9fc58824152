// Uses IndexedDB, which holds more than localStorage and does not block the page.
import type { PersistedClient } from '@tanstack/react-query-persist-client'
import { answerOf, openDatabase } from './browser-storage.ts'

const DATABASE = 'daymark'
const VERSION = 2
const STORE = 'cache'
const RECORD = 'queries'

export interface StoredCache extends PersistedClient {
  /** The id of the session that wrote the cache. No other session may read it. */
  session: string
  /** The data includes all changes up to this change log position. Undefined if the position is unknown. */
  position?: number | undefined
}

export const readCache = (): Promise<StoredCache | undefined> =>
  inStore('readonly', store => answerOf(store.get(RECORD) as IDBRequest<StoredCache | undefined>))

/** Checks `mayWrite` right before writing, because the session may end while the database opens. */
export const writeCache = (cache: StoredCache, mayWrite: () => boolean): Promise<unknown> =>
  inStore('readwrite', async store => {
    if (mayWrite()) await answerOf(store.put(cache, RECORD))
  })

export const clearCache = (): Promise<unknown> => inStore('readwrite', store => answerOf(store.clear()))

/** Also deletes the store of version 1. Its data is still on the server. */
function createStore(database: IDBDatabase): void {
  if (database.objectStoreNames.contains('kept')) database.deleteObjectStore('kept')
  database.createObjectStore(STORE)
}

async function inStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => Promise<T>): Promise<T> {
  const database = await openDatabase(DATABASE, VERSION, createStore)
  try {
    return await work(database.transaction(STORE, mode).objectStore(STORE))
  } finally {
    database.close()
  }
}
