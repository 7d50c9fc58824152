// An outbox storage in IndexedDB, which all windows of a browser share.
import type { OutboxEntry } from './entry.ts'
import { type Journal, openJournal } from './journal.ts'
import { type EntryStorage, isEntry } from './storage.ts'

// Declares only the types used here, because the SDK is also compiled without DOM types.
interface IdbRequest<T> {
  readonly result: T
  readonly error: unknown
  onsuccess: (() => void) | null
  onerror: (() => void) | null
}
interface IdbStore {
  getAll(): IdbRequest<unknown[]>
  add(value: unknown): IdbRequest<unknown>
  put(value: unknown): IdbRequest<unknown>
  delete(key: string): IdbRequest<unknown>
}
interface IdbTransaction {
  objectStore(name: string): IdbStore
  readonly error: unknown
  oncomplete: (() => void) | null
  onabort: (() => void) | null
}
interface IdbDatabase {
  createObjectStore(name: string, options: { keyPath: string }): unknown
  transaction(name: string, mode: 'readonly' | 'readwrite', options?: object): IdbTransaction
  close(): void
  onclose: (() => void) | null
  onversionchange: (() => void) | null
}
interface IdbOpenRequest extends IdbRequest<IdbDatabase> {
  onupgradeneeded: (() => void) | null
  onblocked: (() => void) | null
}
export interface IdbFactory {
  open(name: string, version?: number): IdbOpenRequest
}

const STORE = 'entries'

/**
 * A storage for browsers. Keeps each entry in `localStorage` until IndexedDB has stored it, because the page may
 * close before that. Its methods reject if IndexedDB is missing, blocked or full. The outbox then continues in
 * memory and reports `unsaved` entries.
 */
export function indexedDbStorage(
  name = 'daymark-outbox',
  factory: IdbFactory | undefined = (globalThis as { indexedDB?: IdbFactory }).indexedDB,
  journal: Journal = openJournal(name),
): EntryStorage {
  let opened: Promise<IdbDatabase> | undefined

  const open = (): Promise<IdbDatabase> => {
    opened ??= openDatabase(name, factory, () => {
      opened = undefined
    })
    // Clears a failed attempt, so that the next call opens the database again.
    opened.catch(() => {
      opened = undefined
    })
    return opened
  }

  async function run<T>(
    mode: 'readonly' | 'readwrite',
    work: (store: IdbStore) => IdbRequest<T>,
  ): Promise<T> {
    const database = await open()
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode, { durability: 'strict' })
      const request = work(transaction.objectStore(STORE))
      transaction.oncomplete = () => resolve(request.result)
      transaction.onabort = () => reject(transaction.error ?? request.error ?? new Error('It was aborted.'))
    })
  }

  async function save(entry: OutboxEntry): Promise<void> {
    await run('readwrite', store => store.put(entry))
    journal.remove(entry.key)
  }

  /** Stores an entry of the journal, unless it was stored before the page closed and has changed since. */
  async function saveNew(entry: OutboxEntry): Promise<void> {
    await run('readwrite', store => store.add(entry)).catch((error: { name?: string } | null) => {
      if (error?.name !== 'ConstraintError') throw error
    })
    journal.remove(entry.key)
  }

  return {
    async load(account) {
      for (const entry of journal.entries()) await saveNew(entry)
      const stored = await run('readonly', store => store.getAll())
      return stored.filter((value): value is OutboxEntry => isEntry(value) && value.account === account)
    },
    hold: entry => journal.add(entry),
    save,
    async remove(key) {
      journal.remove(key)
      await run('readwrite', store => store.delete(key))
    },
  }
}

function openDatabase(
  name: string,
  factory: IdbFactory | undefined,
  closed: () => void,
): Promise<IdbDatabase> {
  return new Promise((resolve, reject) => {
    if (!factory) return reject(new Error('IndexedDB is not available here.'))
    const request = factory.open(name, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'key' })
    request.onblocked = () => reject(new Error('IndexedDB is blocked by another window.'))
    request.onerror = () => reject(request.error)
    request.onsuccess = () => {
      const database = request.result
      database.onclose = closed
      database.onversionchange = () => {
        closed()
        database.close()
      }
      resolve(database)
    }
  })
}
