// One record in IndexedDB: unlike localStorage it has room for thousands of todos and does not block the page.
import type { PersistedClient } from '@tanstack/react-query-persist-client'
import { answerOf, openDatabase } from './browser-storage.ts'

const DATABASE = 'daymark'
const STORE = 'kept'
const RECORD = 'queries'

export interface KeptClient extends PersistedClient {
  /** Of which session it is: nobody else may see it. */
  session: string
}

export const readKept = (): Promise<KeptClient | undefined> =>
  inStore('readonly', store => answerOf(store.get(RECORD) as IDBRequest<KeptClient | undefined>))

/** `mayWrite` is asked at the last moment: opening takes time, and the session may end meanwhile. */
export const writeKept = (kept: KeptClient, mayWrite: () => boolean): Promise<unknown> =>
  inStore('readwrite', async store => {
    if (mayWrite()) await answerOf(store.put(kept, RECORD))
  })

export const clearKept = (): Promise<unknown> => inStore('readwrite', store => answerOf(store.clear()))

async function inStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => Promise<T>): Promise<T> {
  const database = await openDatabase(DATABASE, created => created.createObjectStore(STORE))
  try {
    return await work(database.transaction(STORE, mode).objectStore(STORE))
  } finally {
    database.close()
  }
}
