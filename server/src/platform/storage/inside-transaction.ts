// Knows whether the current call runs inside a transaction. Only the outbound door reads it.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Storage } from './unit-of-work.ts'

const inside = new AsyncLocalStorage<boolean>()

export const isInsideTransaction = (): boolean => inside.getStore() === true

/** Marks everything that runs in a transaction or a snapshot of this storage. */
export const markingTransactions = (storage: Storage): Storage => ({
  ...storage,
  write: (keys, work) => storage.write(keys, tx => inside.run(true, () => work(tx))),
  snapshot: work => storage.snapshot(db => inside.run(true, () => work(db))),
})
