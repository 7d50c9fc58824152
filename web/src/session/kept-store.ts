// One record in IndexedDB: unlike localStorage it has room for thousands of todos and does not block the page.
import type { PersistedClient } from '@tanstack/react-query-persist-client'

const DATABASE = 'daymark'
const STORE = 'kept'
const RECORD = 'queries'

export const readKept = (): Promise<PersistedClient | undefined> =>
  inStore('readonly', store => store.get(RECORD) as IDBRequest<PersistedClient | undefined>)

export const writeKept = (kept: PersistedClient): Promise<unknown> =>
  inStore('readwrite', store => store.put(kept, RECORD))

export const clearKept = (): Promise<unknown> => inStore('readwrite', store => store.clear())

async function inStore<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const opening = indexedDB.open(DATABASE, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE)
  const database = await answerOf(opening)
  try {
    return await answerOf(work(database.transaction(STORE, mode).objectStore(STORE)))
  } finally {
    database.close()
  }
}

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
